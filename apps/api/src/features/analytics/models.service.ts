import type { Models } from '@incisive/contract/analytics';
import { isSuperRole } from '@incisive/contract/roles';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { productVersion } from '../../product-version.ts';
import { readClaimFigures } from '../cases/cases.service.ts';
import { hitsBy, hitsOf } from './acceptance.ts';
import { sectionOf } from './code-sections.ts';
import { readSpeed, readSpeedByDay, readSubmitted, readTotals, readTraining, readVersions } from './models.store.ts';

/** System information: an Admin sees the own tenant's figures, SuperAdmin all and each. What was never measured is null. */
export async function systemInformation(deps: Deps, tx: Tx, actor: Actor): Promise<Models> {
  const submitted = await readSubmitted(tx);
  const versions = await readVersions(tx, actor);
  const { met, ...claims } = await readClaimFigures(tx);
  return {
    versions: [
      { label: 'Incisive', value: productVersion },
      { label: 'Suggestion engine', value: deps.suggester.engineVersion },
      { label: 'Knowledge', value: deps.suggester.knowledgeVersion },
      { label: 'Catalog', value: String(versions.catalogue) },
      ...(isSuperRole(actor.role)
        ? []
        : [{ label: 'Learned model', value: versions.model === null ? 'None' : String(versions.model) }]),
      { label: 'PostgreSQL', value: versions.database.split(' ')[0] ?? '' },
      { label: 'Node.js', value: process.versions.node },
    ],
    totals: await readTotals(tx, actor),
    speed: await readSpeed(tx),
    speed_by_day: await readSpeedByDay(tx),
    acceptance: hitsOf(submitted),
    over_time: hitsBy(submitted, 'week', (code) => code.week),
    by_section: hitsBy(submitted, 'section', (code) => sectionOf(code.code)),
    by_tenant: isSuperRole(actor.role) ? hitsBy(submitted, 'tenant', (code) => code.tenant) : [],
    claims: claims.finished > 0 ? claims : null,
    met,
    training: await readTraining(tx),
  };
}
