import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { root, say } from '../install.mjs';

const grave = ['critical', 'high'];

/**
 * What `npm audit --json` says of the packages that a release carries.
 * @param {string} output
 * @returns {{ verdict: 'clean' | 'grave' | 'unanswered', lines: string[] }}
 */
export function judgeAudit(output) {
  const told = parse(output);
  if (!told?.vulnerabilities || !told.metadata?.vulnerabilities)
    return {
      verdict: 'unanswered',
      lines: [`The registry answered no audit${told?.message ? ` (${told.message})` : ''}: nothing was checked.`],
    };
  const found = Object.values(told.vulnerabilities).filter(({ severity }) => grave.includes(severity));
  const counts = told.metadata.vulnerabilities;
  if (found.length === 0)
    return {
      verdict: 'clean',
      lines: [`No high or critical advisory; ${counts.moderate ?? 0} moderate, ${counts.low ?? 0} low.`],
    };
  return { verdict: 'grave', lines: found.map(({ name, severity, range }) => `${severity}: ${name} ${range ?? ''}`.trim()) };
}

/** @param {string} output */
function parse(output) {
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

/** Asks the registry that npm is set to. */
export function auditDependencies() {
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', timeout: 120_000 });
  return judgeAudit(stdout ?? '');
}

/** `node scripts/hygiene/audit-dependencies.mjs`: 0 when no grave advisory is known, 1 when one is, 2 when nobody answered. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { verdict, lines } = auditDependencies();
  for (const line of lines) say(line);
  process.exitCode = { clean: 0, grave: 1, unanswered: 2 }[verdict];
}
