import { limits } from '@incisive/contract/limits';
import type { ReadText } from '@incisive/contract/suggest';
import type { Deps } from '../../deps.ts';
import { type Actor, platformTenantId, withSession } from '../../db/tenant.ts';
import { catalogueVersion } from '../../engine/catalogue-version.ts';
import type { ReadTextAnswer } from '../../engine/suggester.ts';
import type { AuditTrail } from '../../http/context.ts';
import { learnedVersion, learnerFor } from './suggestions.store.ts';

interface Asked {
  readonly text: string;
  readonly size?: number | undefined;
  readonly pos?: string | undefined;
  readonly performer?: string | undefined;
}

/** Reads a text with the caller's catalogue and what its tenant taught. The engine is asked outside any transaction; nothing is kept. */
export async function suggestForText(deps: Deps, actor: Actor, asked: Asked, audit: AuditTrail): Promise<ReadText> {
  const seen = await withSession(deps.database, actor, async (tx) => ({
    catalogue: await catalogueVersion(tx),
    learner: await learnerFor(
      tx,
      deps.suggester,
      actor.tenantId,
      actor.tenantId === platformTenantId ? 0 : await learnedVersion(tx, actor.tenantId),
    ),
  }));
  const { text, size = limits.defaultSuggestionSize, pos, performer } = asked;
  const answer = await deps.suggester.readText({
    text,
    size,
    catalogue: seen.catalogue,
    pos,
    performer,
    ...(seen.learner ? { learner: seen.learner } : {}),
  });
  audit.detail(`${text.length} characters, ${answer.suggestions.length} codes, ${answer.lines.length} lines`);
  return shown(answer, { catalog: seen.catalogue, learned: seen.learner?.version ?? 0 });
}

type Shown = Pick<ReadText['made_by'], 'catalog' | 'learned'>;

const shown = (answer: ReadTextAnswer, versions: Shown): ReadText => ({
  reading: answer.reading,
  service_date: answer.service_date,
  procedures: answer.procedures.map((one) => ({
    code: one.code,
    named: one.named ?? null,
    side: one.side ?? null,
    digits: [...one.digits],
    vessels: [...one.vessels],
    levels: one.levels.map((level) => ({ ...level, value: [...level.value] })),
    sizes: [...one.sizes],
  })),
  codes: answer.suggestions.map(({ alternativeTo, partOf, score: _score, ...one }) => ({
    ...one,
    alternative_to: alternativeTo,
    part_of: partOf,
  })),
  lines: answer.lines.map((line, at) => ({
    ...line,
    modifiers: [...line.modifiers],
    evidence: Object.fromEntries(Object.entries(line.evidence).map(([of, words]) => [of, [...words]])),
    proposed: answer.proposed.filter((one) => one.line === at).map(({ modifier, words }) => ({ modifier, words: [...words] })),
  })),
  questions: answer.questions.map((one) => ({ ...one, words: [...one.words] })),
  made_by: { engine: answer.engineVersion, knowledge: answer.knowledgeVersion, ...versions },
});
