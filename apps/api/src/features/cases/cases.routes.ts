import { cases, icdCodes } from '@incisive/contract/cases';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import type { AuditTrail } from '../../http/context.ts';
import { mount } from '../../http/mount.ts';
import {
  type CaseCall,
  caseVersions,
  changeCase,
  findDiagnoses,
  finishCase,
  getCase,
  reopenCase,
  undoChange,
} from './cases.service.ts';
import { exportClaim } from './claim-exports.ts';
import { reviewFinished } from '../reviews/plan.service.ts';
import { proposedDiagnoses } from './proposed-diagnoses.ts';

interface Context {
  readonly params: { readonly id: string };
  readonly actor: Actor;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly audit: AuditTrail;
}
const callOf = ({ params, actor, request, reply, audit }: Context): CaseCall => ({
  noteId: params.id,
  actor,
  request,
  reply,
  audit,
});

export function mountCases(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, cases, {
    get: (context) => getCase(deps, callOf(context)),
    change: (context) => changeCase(deps, callOf(context), context.body.operations),
    undo: (context) => undoChange(deps, callOf(context)),
    finish: (context) => finishCase(deps, callOf(context), reviewFinished, context.body ?? {}),
    reopen: (context) => reopenCase(deps, callOf(context)),
    proposedDiagnoses: (context) => proposedDiagnoses(deps, callOf(context)),
    versions: ({ tx, params, audit }) => caseVersions(tx, params.id, audit),
    export: ({ tx, actor, params, query, audit }) => exportClaim(tx, actor, params.id, query.format, audit),
  });
  mount(app, deps, icdCodes, {
    search: ({ tx, query }) => findDiagnoses(tx, query.q ?? '', query.date),
  });
}
