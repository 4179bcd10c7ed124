import { opNotes } from '@incisive/contract/op-notes';
import type { SuggestionSize } from '@incisive/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/client.ts';
import type { Actor } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { actOnCodes, listCodes, listHistory, listSuggested, replaceCode, undoCodes } from '../codes/codes.service.ts';
import { followCodes } from '../cases/cases.service.ts';
import { submitNote, undoTraining } from '../learning/training.service.ts';
import { opNoteHandlers } from './notes.routes.ts';
import { readingOf } from '../suggestions/suggestions.service.ts';

/** What people decide about codes and the lines of the claim change together or not at all. */
async function withLines<T>(
  { tx, actor, params }: { readonly tx: Tx; readonly actor: Actor; readonly params: { readonly id: string } },
  act: Promise<T>,
): Promise<T> {
  const answer = await act;
  await followCodes(tx, actor, params.id);
  return answer;
}

export function mountOpNotes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, opNotes, {
    ...opNoteHandlers(deps),
    suggested: ({ actor, params, query, audit }) =>
      listSuggested(deps, actor, params.id, (query.size ? Number(query.size) : 10) as SuggestionSize, audit),
    approved: ({ tx, params, audit }) => listCodes(tx, params.id, 'APPROVED', audit),
    assigned: ({ tx, params, audit }) => listCodes(tx, params.id, 'ASSIGNED', audit),
    coded: ({ tx, params, audit }) => listCodes(tx, params.id, 'CODED', audit),
    rejected: ({ tx, params, audit }) => listCodes(tx, params.id, 'REJECTED', audit),
    approve: (context) =>
      withLines(
        context,
        actOnCodes(context.tx, context.actor, context.params.id, 'approve', context.body.cpt_codes, context.audit),
      ),
    reject: (context) =>
      withLines(
        context,
        actOnCodes(context.tx, context.actor, context.params.id, 'reject', context.body.cpt_codes, context.audit),
      ),
    assign: (context) =>
      withLines(
        context,
        actOnCodes(context.tx, context.actor, context.params.id, 'assign', context.body.cpt_codes, context.audit),
      ),
    code: (context) =>
      withLines(context, actOnCodes(context.tx, context.actor, context.params.id, 'code', context.body.cpt_codes, context.audit)),
    replace: (context) =>
      withLines(context, replaceCode(context.tx, context.actor, context.params.id, context.body, context.audit)),
    reading: ({ actor, params, audit }) => readingOf(deps, actor, params.id, audit),
    undo: (context) =>
      withLines(context, undoCodes(context.tx, context.actor, context.params.id, context.body.cpt_codes, context.audit)),
    submit: ({ actor, params, body, audit }) => submitNote(deps, actor, params.id, body.cpt_codes, audit),
    undoSubmit: ({ tx, actor, params, body, audit }) => undoTraining(tx, actor, params.id, body.training_id, audit),
    history: ({ tx, actor, params, audit }) => listHistory(tx, actor, params.id, audit),
  });
}
