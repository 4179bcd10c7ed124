import { queries } from '@incisive/contract/queries';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { requireOwnPassword } from '../accounts/passwords/own-password.service.ts';
import { answerQuery, closeQuery, getQuery, listOfNote, listQueries, sendQuery, withdrawQuery } from './queries.service.ts';

export function mountQueries(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, queries, {
    list: ({ tx, actor, query, audit }) => listQueries(tx, actor, query, audit),
    get: ({ tx, actor, params, audit }) => getQuery(tx, actor, params.id, audit),
    ofNote: ({ tx, actor, params, audit }) => listOfNote(tx, actor, params.id, audit),
    send: ({ tx, actor, params, body, audit }) => sendQuery(deps, tx, actor, params.id, body, audit),
    answer: ({ actor, params, body, audit }) =>
      answerQuery(deps, actor, params.id, body, audit, () => requireOwnPassword(deps, actor, body.password, 'password')),
    close: ({ tx, actor, params, body, audit }) => closeQuery(tx, actor, params.id, body.outcome, audit),
    withdraw: ({ tx, actor, params, body, audit }) => withdrawQuery(tx, actor, params.id, body.reason, audit),
  });
}
