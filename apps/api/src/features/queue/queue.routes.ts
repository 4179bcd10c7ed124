import { lane } from '@incisive/contract/lane';
import { queue } from '@incisive/contract/queue';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { laneOf, saveLane } from './fast-lane.service.ts';
import {
  home,
  listCases,
  queuesOfTenant,
  removeQueue,
  saveQueue,
  saveSettings,
  takeNext,
  takeNextFast,
} from './queue.service.ts';
import { act, atWork, hold, workOf } from './work.service.ts';

export function mountQueue(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, queue, {
    home: ({ tx, actor }) => home(tx, actor),
    list: ({ tx, actor, query, audit }) => listCases(tx, actor, query, audit),
    next: ({ tx, actor, body, audit }) => takeNext(tx, actor, body.queue, audit),
    get: ({ tx, actor, params }) => workOf(tx, actor, params.id),
    active: ({ tx, actor, params }) => atWork(tx, actor, params.id),
    claim: (call) => act(call, 'claim'),
    release: (call) => act(call, 'release'),
    takeOver: (call) => act(call, 'take-over'),
    resume: (call) => act(call, 'resume', { dueInDays: 0 }),
    hold: (call) => hold(call, call.body),
    skip: (call) => act(call, 'skip', { reason: call.body.reason }),
    void: (call) => act(call, 'void', { reason: call.body.reason }),
    queues: async ({ tx, actor }) => ({ results: await queuesOfTenant(tx, actor) }),
    addQueue: ({ tx, actor, body, audit }) => saveQueue(tx, actor, null, body, audit),
    changeQueue: ({ tx, actor, params, body, audit }) => saveQueue(tx, actor, params.id, body, audit),
    removeQueue: ({ tx, params, audit }) => removeQueue(tx, params.id, audit),
    settings: ({ tx, actor, body, audit }) => saveSettings(tx, actor, body, audit),
  });
  mount(app, deps, lane, {
    get: ({ tx, actor }) => laneOf(tx, actor),
    save: ({ tx, actor, body, audit }) => saveLane(tx, actor, body.on, audit),
    next: ({ tx, actor, audit }) => takeNextFast(tx, actor, audit),
  });
}
