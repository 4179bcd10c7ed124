import type { Capability } from './roles.ts';

/** What an API client can be allowed, in the contract's own words. Nothing that is a person's to decide is among it. */
export const clientCapabilities = [
  'text.suggest',
  'notes.create',
  'notes.edit',
  'notes.read',
  'codes.read',
  'claims.read',
  'claims.export',
] as const satisfies readonly Capability[];

const claimTypes = ['Claim', 'Procedure', 'ChargeItem', 'Provenance'];

/**
 * What a scope allows: a capability by its name, or a SMART system scope of a resource that is served (`system/DocumentReference.crus`,
 * also in the older words `read`, `write` and `*`); null for any other.
 */
export function capabilitiesOfScope(scope: string): readonly Capability[] | null {
  const own = clientCapabilities.find((capability) => capability === scope);
  if (own) return [own];
  const [, type = '', word = ''] = /^system\/(\w+)\.(read|write|\*|c?r?u?d?s?)$/.exec(scope) ?? [];
  const acts = word === 'read' ? 'rs' : word === 'write' ? 'cu' : word === '*' ? 'crus' : word;
  if (type === 'Subscription') return subscriptionCapabilities(word === 'write' ? 'cd' : word === '*' ? 'crds' : acts);
  if (acts === '' || acts.includes('d')) return null;
  if (claimTypes.includes(type)) return /^r?s?$/.test(acts) || word === '*' ? ['claims.export'] : null;
  if (type === 'Binary') return acts === 'c' || word === 'write' ? ['notes.create'] : null;
  if (type !== 'DocumentReference') return null;
  return [
    ...(acts.includes('c') ? (['notes.create'] as const) : []),
    ...(acts.includes('u') ? (['notes.edit'] as const) : []),
    ...(/[rs]/.test(acts) ? (['notes.read'] as const) : []),
  ];
}

/** Who may begin a subscription may end it: one without the other is no scope here, and there is no update. */
function subscriptionCapabilities(acts: string): readonly Capability[] | null {
  if (!/^(cr?ds?|cr?uds?|r|rs|s)$/.test(acts)) return null;
  return [
    ...(acts.includes('c') ? (['subscriptions.write'] as const) : []),
    ...(/[rs]/.test(acts) ? (['subscriptions.read'] as const) : []),
  ];
}

/** The scopes that a form offers, each with what it is for. */
export const offeredScopes: readonly { readonly scope: string; readonly words: string }[] = [
  { scope: 'system/DocumentReference.cu', words: 'Send notes by FHIR' },
  { scope: 'system/DocumentReference.rs', words: 'Read and search notes by FHIR' },
  { scope: 'system/Claim.rs', words: 'Read finished claims by FHIR' },
  { scope: 'system/Subscription.crds', words: 'Be told of finished claims by FHIR; needs the line above' },
  { scope: 'text.suggest', words: 'Have a text read, without storing it' },
  { scope: 'notes.create', words: 'Add notes by the API' },
  { scope: 'notes.edit', words: 'Change the text of notes by the API' },
  { scope: 'notes.read', words: 'Read notes by the API' },
  { scope: 'codes.read', words: 'Read the codes of notes by the API' },
  { scope: 'claims.read', words: 'Read claims by the API' },
  { scope: 'claims.export', words: 'Export finished claims by the API' },
];
