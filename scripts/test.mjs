import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureInstalled, root, say } from './install.mjs';

const begun = Date.now();
ensureInstalled();
const reports = mkdtempSync(path.join(tmpdir(), 'incisive-test-'));
const bin = (name) => path.join(root, 'node_modules', '.bin', name);
let passed = 0;
let failed = 0;

/** A step that passes or fails as a whole. */
function check(title, command, args, env = {}) {
  say(`\n== ${title}`);
  const started = Date.now();
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const ok = result.status === 0;
  say(`${ok ? 'ok' : 'FAILED'}: ${title} (${Math.round((Date.now() - started) / 1000)} s)`);
  if (ok) passed += 1;
  else failed += 1;
  return ok;
}

/** A test runner, counted test by test from its JSON report. */
function suite(title, command, args, count, env = {}) {
  say(`\n== ${title}`);
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  const counted = count();
  passed += counted.passed;
  failed += counted.failed;
  // A runner that fails without a failed test (a crash, an unhandled error), or that ran nothing, is a failure too.
  if (result.status !== 0 && counted.failed === 0) failed += 1;
  if (counted.passed + counted.failed === 0 && feature === undefined) failed += 1;
  say(`${title}: ${counted.passed} passed, ${counted.failed} failed`);
}

/** Every test with its time, for the list of the slowest. */
const times = [];

const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);

/** Unit tests that read hundreds of notes, or hold child processes at their limits: nine tenths of the time. `npm run check` leaves them out. */
const slow = [
  'packages/documents/src/{extraction/extractor,docx/hostile-docx,pdf/hostile-pdf}.test.ts',
  'packages/engine/eval/{gold,habits}.test.ts',
  'packages/engine/node/package.test.ts',
  'packages/engine/src/{shorthand,properties,engine}.test.ts',
  'packages/engine/src/2-findings/{assertion,reading}.test.ts',
  'packages/engine/src/3-codes/{rules/pattern,billing/claim-lines}.test.ts',
  'packages/engine/src/4-learning/learner.test.ts',
  'packages/rules/{eval/properties,cli/claims}.test.ts',
  'scripts/supervise.test.ts',
];

function vitest(project, left = []) {
  const file = path.join(reports, `${project}.json`);
  suite(
    `${project} tests`,
    bin('vitest'),
    [
      'run',
      '--project',
      `${project}*`,
      ...(feature ? [feature, '--passWithNoTests'] : []),
      ...left.flatMap((pattern) => ['--exclude', pattern]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    () => {
      const report = readReport(file);
      for (const { name, assertionResults } of report?.testResults ?? [])
        for (const { title, duration } of assertionResults)
          times.push({ name: `${path.relative(root, name)}: ${title}`, milliseconds: duration ?? 0 });
      return {
        passed: report?.numPassedTests ?? 0,
        failed: (report?.numFailedTests ?? 0) + (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0),
      };
    },
    { NO_COLOR: '1' },
  );
}

function browser() {
  const chromium = ensureChromium();
  const file = path.join(reports, 'e2e.json');
  suite(
    'browser tests',
    bin('playwright'),
    ['test', '--config', 'e2e/playwright.config.ts'],
    () => {
      const report = readReport(file);
      const stats = report?.stats;
      const walk = (parts) => {
        for (const part of parts ?? []) {
          for (const { title, tests } of part.specs ?? [])
            for (const { results } of tests)
              times.push({
                name: `${part.file}: ${title}`,
                milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
              });
          walk(part.suites);
        }
      };
      walk(report?.suites);
      return { passed: stats?.expected ?? 0, failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + (stats?.skipped ?? 0) };
    },
    { CHROME_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file, NO_COLOR: '1' },
  );
  return chromium;
}

const steps = ['check', 'format', 'lint', 'types', 'unit', 'api', 'web', 'e2e', 'kill-nine', 'lighthouse'];
const [only] = process.argv.slice(2);
// `npm test -- notes`: the tests of one feature, by a part of their files' paths.
const feature = only !== undefined && !steps.includes(only) ? only : undefined;
const checked = ['format', 'lint', 'types'];
const want = (name) =>
  only === undefined ||
  only === name ||
  (only === 'check' && checked.includes(name)) ||
  (feature !== undefined && ['unit', 'api', 'web'].includes(name));

if (want('format')) check('format', bin('oxfmt'), ['--check', '.']);
if (want('lint')) check('lint', bin('oxlint'), ['--type-aware', '--deny-warnings']);
if (want('types')) check('types', bin('tsc'), ['-b']);
if (only === 'check') vitest('unit', slow);
for (const project of ['unit', 'api', 'web']) if (want(project)) vitest(project);
if (want('e2e') || want('kill-nine') || want('lighthouse')) await ensureBuilt();
let chromium;
if (want('e2e')) chromium = browser();
if (want('kill-nine')) check('kill -9 during writes, 2 rounds', process.execPath, ['--import', 'tsx', 'bench/kill-nine.ts', '2']);
if (want('lighthouse'))
  check('Lighthouse budgets', process.execPath, ['--import', 'tsx', 'scripts/lighthouse-budget.ts'], {
    CHROME_PATH: chromium ?? ensureChromium(),
  });

rmSync(reports, { recursive: true, force: true });
if (feature !== undefined && times.length === 0) {
  say(`No test file has "${feature}" in its path; steps are ${steps.join(', ')}.`);
  process.exit(1);
}
if (times.length > 10) {
  say('\nTen slowest tests');
  for (const { name, milliseconds } of times.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, 10))
    say(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${name}`);
}
say(`\nThe run took ${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
say(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
