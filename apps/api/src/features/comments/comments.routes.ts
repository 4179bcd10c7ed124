import { comments } from '@incisive/contract/comments';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { addComment, listComments, resolveComment } from './comments.service.ts';

export function mountComments(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, comments, {
    list: ({ tx, params, audit }) => listComments(tx, params.id, audit),
    add: ({ tx, actor, params, body, audit }) => addComment(tx, actor, params.id, body, audit),
    resolve: ({ tx, actor, params, body, audit }) => resolveComment(tx, actor, params.id, body.resolved, audit),
  });
}
