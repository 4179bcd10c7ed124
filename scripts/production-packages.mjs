import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './install.mjs';

/** Rooms whose packages stand beside the server when it runs, and those that are bundled into the pages. */
const atRun = ['apps/api', 'packages/contract', 'packages/documents', 'packages/engine', 'packages/rules'];
const bundled = ['apps/web'];

/** Where Node finds a package that is asked for from `from`: the nearest node_modules above it that has it. */
function locate(lock, from, name) {
  for (let folder = from; ; folder = folder.replace(/(^|\/)[^/]*$/, '')) {
    const place = path.posix.join(folder, 'node_modules', name);
    if (place in lock) return place;
    if (folder === '') return null;
  }
}

/** Every package that the rooms need without their tools, by its place in the lock file, with what it needs itself. */
function closure(lock, rooms) {
  const found = new Map();
  const waiting = [...rooms];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (found.has(place)) continue;
    const entry = lock[place];
    const needs = [];
    found.set(place, { entry, needs });
    const optional = { ...entry.optionalDependencies, ...optionalPeers(entry) };
    for (const name of Object.keys({ ...entry.dependencies, ...entry.peerDependencies, ...optional })) {
      const at = locate(lock, place, name);
      const target = at && lock[at].link ? lock[at].resolved : at;
      // Made for another machine, or for a part that is not used.
      if (target === null || (name in optional && !existsSync(path.join(root, target)))) continue;
      needs.push(target);
      waiting.push(target);
    }
  }
  return found;
}

const optionalPeers = ({ peerDependenciesMeta = {}, peerDependencies = {} }) =>
  Object.fromEntries(Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional));

const isPackage = (place) => place.includes('node_modules/');
const nameOf = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/**
 * The packages of the lock file that a release needs.
 * @returns those that are shipped as they are, and all with those that are bundled, sorted by place
 */
export function productionPackages() {
  const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const list = (rooms) =>
    [...closure(lock, rooms)]
      .filter(([place]) => isPackage(place))
      .map(([place, { entry, needs }]) => ({
        place,
        name: entry.name ?? nameOf(place),
        version: entry.version,
        license: entry.license,
        integrity: entry.integrity,
        needs: needs.filter(isPackage),
      }))
      .toSorted((a, b) => (a.place < b.place ? -1 : 1));
  return { shipped: list(atRun), all: list([...atRun, ...bundled]) };
}
