import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { root, say } from '../install.mjs';

/** What a key or token of others looks like. Words of tests and samples are shorter, or say what they are. */
const shapes = {
  'a private key': /-----BEGIN (?:RSA |EC |OPENSSH |ENCRYPTED )?PRIVATE KEY-----\s*[A-Za-z0-9+/]{40}/,
  'an AWS key': /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/,
  'a GitHub token': /\bgh[pousr]_[A-Za-z0-9]{36,}\b/,
  'an npm token': /\bnpm_[A-Za-z0-9]{36}\b/,
  'a Slack token': /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  'a Google key': /\bAIza[0-9A-Za-z_-]{35}\b/,
  'a Stripe key': /\b[rs]k_live_[0-9A-Za-z]{20,}\b/,
  // Tests and documents name hosts that are nobody's.
  'a password in an address':
    /\b[a-z][a-z+]*:\/\/[^\s:@/'"`$<{]+:[^\s:@/'"`$<{]{12,}@(?!localhost|127\.|[^\s/]*\b(?:example|invalid|test)\b|db\b)/i,
};

/**
 * The names of what in a text looks like a secret.
 * @param {string} text
 */
export const secretsIn = (text) =>
  Object.entries(shapes)
    .filter(([, shape]) => shape.test(text))
    .map(([name]) => name);

/** `node scripts/hygiene/scan-secrets.mjs`: every line that any commit ever added; run before a release. */
async function main() {
  const log = spawn('git', ['log', '--all', '-p', '--no-color', '--no-textconv', '--format=commit %h'], { cwd: root });
  let commit = '';
  let file = '';
  let before = '';
  let found = 0;
  for await (const line of createInterface({ input: log.stdout })) {
    if (line.startsWith('commit ')) commit = line.slice(7);
    else if (line.startsWith('+++ ')) file = line.slice(6);
    else if (line.startsWith('+')) {
      for (const name of secretsIn(`${before}\n${line.slice(1)}`).filter((one) => !secretsIn(before).includes(one))) {
        found += 1;
        say(`${commit} ${file}: ${name}`);
      }
      before = line.slice(1);
    }
  }
  say(
    found === 0
      ? 'No secret in any commit.'
      : `${String(found)} lines to look at. What was a true secret is to be revoked: taking it out of the history is not enough.`,
  );
  process.exitCode = found === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main();
