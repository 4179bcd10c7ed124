import { reviews } from '@incisive/contract/reviews';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { agreement } from './agreement.ts';
import { getDraw, listDraws, makeDraw } from './draws.service.ts';
import { getPlan, savePlan } from './plan.service.ts';
import { codeReview, getReview, listReviews, sayOfMark, withdrawReview } from './reviews.service.ts';

export function mountReviews(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, reviews, {
    list: ({ tx, actor, query, audit }) => listReviews(tx, actor, query, audit),
    get: ({ tx, actor, params, audit }) => getReview(tx, actor, params.id, audit),
    code: ({ tx, actor, params, body, audit }) => codeReview(tx, actor, params.id, body, audit),
    withdraw: ({ tx, actor, params, audit }) => withdrawReview(tx, actor, params.id, audit),
    accept: ({ tx, actor, params, audit }) => sayOfMark(tx, actor, params.id, { act: 'accept', verdict: 'second' }, audit),
    rebut: ({ tx, actor, params, body, audit }) =>
      sayOfMark(tx, actor, params.id, { act: 'rebut', verdict: null, words: body.words }, audit),
    settle: ({ tx, actor, params, body, audit }) => sayOfMark(tx, actor, params.id, { act: 'settle', ...body }, audit),
    agreement: ({ tx, actor, query, audit }) => agreement(tx, actor, query.days, audit),
    plan: ({ tx, actor, params, audit }) => getPlan(tx, actor, params.id, audit),
    savePlan: ({ tx, actor, params, body, audit }) => savePlan(tx, actor, params.id, body, audit),
    draws: ({ tx, audit }) => listDraws(tx, audit),
    getDraw: ({ tx, params, audit }) => getDraw(tx, params.id, audit),
    draw: ({ tx, actor, body, audit }) => makeDraw(tx, actor, body, audit),
  });
}
