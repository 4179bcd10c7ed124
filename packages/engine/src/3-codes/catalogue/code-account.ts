import { isOwnWording, type Convention, type RuleExample } from '../rules/conventions.ts';
import type { CodeSpace } from './code-space.ts';

/** What the knowledge says of a code, for people, as a copy: how it differs from its neighbors, and the coding rules about it. */
export type CodeAccount = {
  /** What tells it from its neighbors (`approach`, `site`, ...). */
  attributes: Record<string, string[]>;
  /** Codes of the same family, with what each says that this one does not. */
  neighbors: { code: string; description: string; differs: Record<string, string[]> }[];
  rules: (CodeRule & { example: RuleExample | null })[];
};

/** A coding rule: what has to be in a note, speaks against the code or for it, or tells its act where no heading names it. */
export type CodeRule = Pick<Convention, 'id' | 'kind' | 'scope' | 'reason' | 'source'>;

/** A remark of the knowledge's keepers about how often a rule is met, which says nothing of the code. */
const KEEPERS_REMARK = /\s*\(wide:[^)]*\)$/;

/** The rule without its wording. */
export const ruleOf = ({ id, kind, scope, reason, source }: Convention): CodeRule => ({
  id,
  kind,
  scope,
  reason: reason.replace(KEEPERS_REMARK, ''),
  source,
});

/** What is known of a code; all empty for one that the knowledge does not hold. */
export function accountOf(code: string, { index: { documents }, conventions, rules }: CodeSpace): CodeAccount {
  const id = documents.findIndex((document) => document.code === code);
  const own = documents[id]?.knowledge;
  if (own === undefined) return { attributes: {}, neighbors: [], rules: [] };
  return {
    attributes: beyond(own.attributes, {}),
    neighbors: documents.flatMap(({ code: other, description, knowledge }) =>
      knowledge === undefined || other === code || knowledge.family !== own.family
        ? []
        : [{ code: other, description, differs: beyond(knowledge.attributes, own.attributes) }],
    ),
    rules: (rules.get(id) ?? []).flatMap((at) => {
      const rule = conventions.rules[at];
      return rule === undefined || isOwnWording(rule)
        ? []
        : [{ ...ruleOf(rule), example: conventions.examples.get(rule.id) ?? null }];
    }),
  };
}

type Attributes = Readonly<Record<string, readonly string[]>>;

/** What one says and the other does not. */
function beyond(attributes: Attributes, others: Attributes): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([key, values]) => {
      const more = values.filter((value) => !(others[key] ?? []).includes(value));
      return more.length === 0 ? [] : [[key, more]];
    }),
  );
}
