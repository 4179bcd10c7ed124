import { billing } from '@incisive/contract/billing';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { downloadFile, listCases, listFiles, makeFile, saveInsurance } from './claim-files.service.ts';
import { getSettings, savePayers, savePractice } from './settings.service.ts';

export function mountBilling(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, billing, {
    settings: ({ tx, params }) => getSettings(tx, params.id),
    savePractice: ({ tx, actor, body, audit }) => savePractice(tx, actor, body, audit),
    savePayers: ({ tx, actor, body, audit }) => savePayers(tx, actor, body, audit),
    cases: async ({ tx, audit }) => ({ results: await listCases(tx, audit) }),
    saveInsurance: ({ tx, actor, params, body, audit }) => saveInsurance(tx, actor, params.id, body, audit),
    makeFile: ({ tx, actor, body, audit }) => makeFile(tx, actor, body.cases, audit),
    files: async ({ tx }) => ({ results: await listFiles(tx) }),
    download: ({ tx, params, audit }) => downloadFile(tx, params.id, audit),
  });
}
