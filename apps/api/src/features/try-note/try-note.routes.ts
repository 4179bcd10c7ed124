import { tryNote } from '@incisive/contract/try-note';
import { parseKnowledge, starterCatalogue } from '@incisive/engine';
import { readKnowledgeFiles } from '@incisive/engine/node';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mount } from '../../http/mount.ts';
import { paths } from '../../paths.ts';
import { readTriedNote } from './try-note.service.ts';

/** Our own words of each code, read when they are first asked for. */
const readOwnWords = (): ReadonlyMap<string, string> =>
  new Map(
    starterCatalogue(parseKnowledge(readKnowledgeFiles(paths.knowledgeFolder))).map(({ code, description }) => [
      code,
      description,
    ]),
  );

export function mountTryNote(app: FastifyInstance, deps: Deps): void {
  let ownWords: ReadonlyMap<string, string> | undefined;
  mount(app, deps, tryNote, {
    create: ({ body }) => {
      ownWords ??= readOwnWords();
      return readTriedNote(deps, ownWords, body.text);
    },
  });
}
