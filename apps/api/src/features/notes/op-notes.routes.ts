import type { CodeLink } from '@incisive/contract/code-links';
import { opNotes } from '@incisive/contract/op-notes';
import { rejections } from '@incisive/contract/reject-reasons';
import type { SuggestionSize } from '@incisive/contract/limits';
import type { CodeState } from '@incisive/contract/roles';
import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../db/client.ts';
import { type Actor, withSession } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import type { AuditTrail } from '../../http/context.ts';
import { mount } from '../../http/mount.ts';
import type { Page } from '../../http/paging.ts';
import {
  actOnCodes,
  explainRejection,
  listCodes,
  listHistory,
  listSuggested,
  replaceCode,
  undoCodes,
} from '../codes/codes.service.ts';
import { followCodes, withPairs } from '../cases/cases.service.ts';
import { followText } from '../cases/returned-claim.service.ts';
import { submitNote, undoTraining } from '../learning/training.service.ts';
import { opNoteHandlers } from './notes.routes.ts';
import { stands } from '../queue/work.service.ts';
import { readingOf } from '../suggestions/suggestions.service.ts';

interface OfNote {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly params: { readonly id: string };
  readonly audit: AuditTrail;
}

/** What people decide about codes and the lines of the claim change together or not at all. */
async function withLines({ tx, actor, params }: OfNote, act: Promise<Page<CodeLink>>): Promise<Page<CodeLink>> {
  const answer = await act;
  await followCodes(tx, actor, params.id);
  return withPairs(tx, params.id, answer);
}

const listed =
  (list: CodeState) =>
  async ({ tx, params, audit }: OfNote): Promise<Page<CodeLink>> =>
    withPairs(tx, params.id, await listCodes(tx, params.id, list, audit));

function mountRejections(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, rejections, {
    explain: async ({ tx, actor, params, body, audit }) =>
      withPairs(tx, params.id, await explainRejection(tx, actor, params.id, body, audit)),
  });
}

export function mountOpNotes(app: FastifyInstance, deps: Deps): void {
  mountRejections(app, deps);
  const shared = opNoteHandlers(deps, stands);
  mount(app, deps, opNotes, {
    ...shared,
    update: async (context) => {
      const note = await shared.update(context);
      await followText(context.tx, context.actor, context.params.id);
      return note;
    },
    suggested: async ({ actor, params, query, audit }) => {
      const size = (query.size ? Number(query.size) : 10) as SuggestionSize;
      const suggested = await listSuggested(deps, actor, params.id, size, audit);
      return withSession(deps.database, actor, (tx) => withPairs(tx, params.id, suggested));
    },
    approved: listed('APPROVED'),
    assigned: listed('ASSIGNED'),
    coded: listed('CODED'),
    rejected: listed('REJECTED'),
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
