import { edNotes } from '@incisive/contract/ed-notes';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { edNoteHandlers } from './notes.routes.ts';

export function mountEdNotes(app: FastifyInstance, deps: Deps): void {
  mount(app, deps, edNotes, { ...edNoteHandlers(deps) });
}
