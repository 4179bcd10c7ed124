import { claimBundle } from './claim.fhir.ts';
import type { FrozenClaim } from './frozen-claim.ts';

type Json = Record<string, unknown>;
export type ClaimResource = Json & { resourceType: string; id: string };
interface Entry {
  readonly fullUrl: string;
  readonly resource: Json & { resourceType: string };
}

/** What of a claim is served at an address of its own, with the letter that its id ends in. */
const letters: Readonly<Record<string, string>> = { Claim: '', Procedure: '.p', ChargeItem: '.c', Provenance: '.v' };

/**
 * The resources of a finished claim as they are read one by one: the same as in its bundle, with ids, with references to each other by
 * address, and with what has no address (patient, people, engine) inside.
 */
export function claimResources(claim: FrozenClaim, sha256: string): ClaimResource[] {
  const entries = claimBundle(claim, sha256)['entry'] as Entry[];
  const counted = new Map<string, number>();
  const served = new Map<string, string>();
  const inside = new Map<string, Json>();
  for (const { fullUrl, resource } of entries) {
    const type = resource.resourceType;
    const letter = letters[type];
    const n = (counted.get(type) ?? 0) + 1;
    counted.set(type, n);
    if (type === 'DocumentReference') served.set(fullUrl, `DocumentReference/${claim.note_id}`);
    else if (letter === undefined) inside.set(fullUrl, { ...resource, id: `${type.toLowerCase()}${n}` });
    else served.set(fullUrl, `${type}/${claim.case_id}${letter}${letter === '' || letter === '.v' ? '' : n}`);
  }
  return entries.flatMap(({ fullUrl, resource }) => {
    if (letters[resource.resourceType] === undefined) return [];
    const used = new Set<string>();
    const refer = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(refer);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => {
          if (name !== 'reference' || typeof one !== 'string') return [name, refer(one)];
          if (inside.has(one)) used.add(one);
          return [name, served.get(one) ?? `#${String(inside.get(one)?.['id'])}`];
        }),
      );
    };
    const { resourceType, ...rest } = refer(resource) as Json & { resourceType: string };
    const contained = [...used].map((url) => inside.get(url)!);
    return [
      {
        resourceType,
        id: served.get(fullUrl)!.split('/')[1]!,
        meta: { versionId: String(claim.version), lastUpdated: claim.finished_at },
        ...(contained.length > 0 ? { contained } : {}),
        ...rest,
      },
    ];
  });
}
