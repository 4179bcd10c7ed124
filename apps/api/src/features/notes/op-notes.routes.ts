import { opNotes } from '@incisive/contract/op-notes';
import type { SuggestionSize } from '@incisive/contract/limits';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { actOnCodes, listCodes, listHistory, listSuggested, replaceCode, undoCodes } from '../codes/codes.service.ts';
import { submitNote, undoTraining } from '../learning/training.service.ts';
import { opNoteHandlers } from './notes.routes.ts';
import { readingOf } from '../suggestions/suggestions.service.ts';

export function mountOpNotes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, opNotes, {
    ...opNoteHandlers(deps),
    suggested: ({ actor, params, query, audit }) =>
      listSuggested(deps, actor, params.id, (query.size ? Number(query.size) : 10) as SuggestionSize, audit),
    approved: ({ tx, params, audit }) => listCodes(tx, params.id, 'APPROVED', audit),
    assigned: ({ tx, params, audit }) => listCodes(tx, params.id, 'ASSIGNED', audit),
    coded: ({ tx, params, audit }) => listCodes(tx, params.id, 'CODED', audit),
    rejected: ({ tx, params, audit }) => listCodes(tx, params.id, 'REJECTED', audit),
    approve: ({ tx, actor, params, body, audit }) => actOnCodes(tx, actor, params.id, 'approve', body.cpt_codes, audit),
    reject: ({ tx, actor, params, body, audit }) => actOnCodes(tx, actor, params.id, 'reject', body.cpt_codes, audit),
    assign: ({ tx, actor, params, body, audit }) => actOnCodes(tx, actor, params.id, 'assign', body.cpt_codes, audit),
    code: ({ tx, actor, params, body, audit }) => actOnCodes(tx, actor, params.id, 'code', body.cpt_codes, audit),
    replace: ({ tx, actor, params, body, audit }) => replaceCode(tx, actor, params.id, body, audit),
    reading: ({ actor, params, audit }) => readingOf(deps, actor, params.id, audit),
    undo: ({ tx, actor, params, body, audit }) => undoCodes(tx, actor, params.id, body.cpt_codes, audit),
    submit: ({ actor, params, body, audit }) => submitNote(deps, actor, params.id, body.cpt_codes, audit),
    undoSubmit: ({ tx, actor, params, body, audit }) => undoTraining(tx, actor, params.id, body.training_id, audit),
    history: ({ tx, actor, params, audit }) => listHistory(tx, actor, params.id, audit),
  });
}
