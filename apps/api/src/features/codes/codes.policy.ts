import { noPairs } from '@incisive/contract/attribution';
import { type CodeAction, type CodeLink, stateAfter } from '@incisive/contract/code-links';
import type { CodeState, Role } from '@incisive/contract/roles';
import type { SuggestedCode } from '../suggestions/suggestions.service.ts';
import type { LinkRow, LinkState } from './codes.store.ts';

/**
 * The link after an action, or null when it would change nothing. Assign and code approve in the same step and replace a same-code
 * entry; a rejection clears the other pairs, which the history keeps.
 */
export function afterAction(
  before: LinkState | undefined,
  action: CodeAction,
  by: string,
  at: Date,
  role: Role,
): LinkState | null {
  const to = stateAfter(action, role);
  if (to === null) return null;
  const approved = { approved_by: by, approved_at: at };
  if (action === 'reject')
    return before?.state === 'REJECTED' ? null : { ...noPairs, state: 'REJECTED', rejected_by: by, rejected_at: at };
  if (action === 'approve') {
    if (before?.state === 'APPROVED') return null;
    return {
      ...noPairs,
      ...(before
        ? {
            assigned_by: before.assigned_by,
            assigned_at: before.assigned_at,
            coded_by: before.coded_by,
            coded_at: before.coded_at,
          }
        : {}),
      state: 'APPROVED',
      ...approved,
    };
  }
  if (action === 'assign')
    return before?.state === 'APPROVED' && before.assigned_by !== null
      ? null
      : { ...noPairs, state: 'APPROVED', ...approved, assigned_by: by, assigned_at: at };
  return before?.state === 'APPROVED' && before.coded_by !== null
    ? null
    : { ...noPairs, state: 'APPROVED', ...approved, coded_by: by, coded_at: at };
}

/** Whether a link stands in the list of a state: an assigned or coded code shows under Approved too. */
export function isInList(link: LinkState, list: CodeState): boolean {
  if (list === 'APPROVED') return link.state === 'APPROVED';
  if (list === 'ASSIGNED') return link.state === 'APPROVED' && link.assigned_by !== null;
  if (list === 'CODED') return link.state === 'APPROVED' && link.coded_by !== null;
  if (list === 'REJECTED') return link.state === 'REJECTED';
  return false;
}

const iso = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** A row of a code list; `suggested` adds how the engine came to the code, when it did. */
export function toCodeLinkDto(
  code: string,
  list: CodeState,
  link: LinkRow | undefined,
  described: { description: string; retired: boolean } | undefined,
  suggested: SuggestedCode | undefined,
): CodeLink {
  return {
    code,
    description: described?.description ?? '',
    linkType: list,
    approved_by: link?.approved_by ?? null,
    approved_at: iso(link?.approved_at),
    assigned_by: link?.assigned_by ?? null,
    assigned_at: iso(link?.assigned_at),
    coded_by: link?.coded_by ?? null,
    coded_at: iso(link?.coded_at),
    rejected_by: link?.rejected_by ?? null,
    rejected_at: iso(link?.rejected_at),
    reject_reason: link?.reject_reason ?? null,
    retired: described?.retired ?? true,
    rank: suggested?.rank ?? null,
    score: suggested?.score ?? null,
    confidence: suggested?.confidence ?? null,
    tier: suggested?.tier ?? null,
    why: suggested?.why ?? null,
    group: suggested?.group ?? null,
    alternative_to: suggested?.alternativeTo ?? null,
    part_of: suggested?.partOf ?? null,
    included_in: [],
    includes: [],
    edits: [],
    evidence: [...(suggested?.evidence ?? [])],
  };
}
