import { parseKnowledge } from '@incisive/engine';
import { catalogueLoader, knowledgeFiles } from '../compose.ts';
import { inlineSuggester } from '../engine/engine-host.ts';
import { keepPrecedents } from '../features/precedents/keep-precedents.job.ts';
import { learnTenant, tenantsWithExamples } from '../features/learning/learn.job.ts';
import { print } from '../terminal.ts';
import { withDatabase } from './with-database.ts';

const wanted = process.argv[2]?.toLowerCase();

await withDatabase(async (database) => {
  const suggester = inlineSuggester(parseKnowledge(knowledgeFiles()), catalogueLoader(database));
  const tenants = (await tenantsWithExamples(database)).filter(
    ({ id, name }) => wanted === undefined || id === wanted || name.toLowerCase() === wanted,
  );
  for (const tenant of tenants) {
    const learned = await learnTenant(database, suggester, tenant.id, { rebuild: true });
    const { kept } = await keepPrecedents(database, suggester, tenant.id);
    print(`${tenant.name}: ${learned.examples} settled notes, model version ${learned.version}, ${kept} precedents read`);
  }
  await suggester.close();
  if (tenants.length === 0)
    print(wanted === undefined ? 'No tenant has settled notes yet.' : `No tenant ${process.argv[2]} with settled notes.`);
  return tenants.length === 0 && wanted !== undefined ? 1 : 0;
});
