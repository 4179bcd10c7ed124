import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { root, run, say } from './install.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function find() {
  const given = process.env.CHROME_PATH;
  if (given && existsSync(given)) return given;
  for (const folder of (process.env.PATH ?? '').split(':').concat('/usr/bin', '/usr/local/bin')) {
    for (const name of names) if (folder && existsSync(`${folder}/${name}`)) return `${folder}/${name}`;
  }
  for (const file of [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ])
    if (existsSync(file)) return file;
  return null;
}

/** A Chromium for the browser tests: one that is there, else by apt when root, else Playwright's own (empty string). */
export function ensureChromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    say('Installing Chromium (apt-get)');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = find();
    if (installed) return installed;
  }
  say('Installing Playwright’s own Chromium');
  const own = spawnSync('npx', ['playwright', 'install', 'chromium'], { cwd: root, stdio: 'inherit' });
  if (own.status === 0) return '';
  process.stderr.write(
    'No Chromium was found and none could be installed. Install Chromium or set CHROME_PATH to one, then run npm test again.\n',
  );
  process.exit(1);
}

if (process.argv[1]?.endsWith('chromium.mjs')) {
  run(ensureChromium() || 'true', ['--version']);
}
