import { feedbacks } from '@incisive/contract/feedbacks';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { createFeedback, finishFeedbacks, removeFeedbacks } from './feedbacks.service.ts';
import { listFeedbacks } from './feedbacks.store.ts';

export function mountFeedbacks(app: FastifyInstance, deps: Deps): void {
  const url = `${deps.config.publicUrl}/api/v1/feedbacks/`;
  mount(app, deps, feedbacks, {
    list: ({ tx, actor, query }) => listFeedbacks(tx, actor, query, url),
    create: ({ tx, actor, body, audit }) => createFeedback(deps, tx, actor, body, audit),
    removeMany: ({ tx, body, audit }) => removeFeedbacks(tx, body.feedbacks, audit),
    markDone: ({ tx, actor, body, audit }) => finishFeedbacks(tx, actor, body.feedbacks, audit),
  });
}
