import { createHash, randomUUID } from 'node:crypto';
import path from 'node:path';
import { errorTitles } from '@incisive/contract/errors';
import { cleanFilename } from '@incisive/documents';
import { sql } from 'kysely';
import { Rounds } from '../../jobs/rounds.ts';
import { type Actor, withSystem, withTenant } from '../../db/tenant.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { isDatabaseTrouble } from '../../http/problems.ts';
import { RequestAudit, writeAudit } from '../../http/audit-trail.ts';
import { noteOfSources, saveSources } from '../notes/note-sources.service.ts';
import { createNote } from '../notes/notes.service.ts';
import { extractFile } from '../notes/read-file.service.ts';
import { prepareSuggestions } from '../suggestions/suggestions.service.ts';
import { type Look, folderProblem, looksOf, moveAway, readWhole } from './drop-files.ts';
import { dropSystem, saveOutcome } from './drop-folders.store.ts';
import { tidyDropFolders } from './tidy-drop-folders.job.ts';

const pollMilliseconds = 10_000;
/** A folder belongs to its process this long after each file: longer than the longest reading of one. */
const holdSeconds = 180;
/** After so many files the next folder has its turn. */
const filesAtOnce = 100;

interface Folder {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
}

const types: Readonly<Record<string, 'txt' | 'docx' | 'pdf'>> = { '.txt': 'txt', '.docx': 'docx', '.pdf': 'pdf' };

/**
 * Reads the folders that are turned on. A file is taken when it looked the same twice; its note, its log row and its audit row are
 * written together, and only then is it moved away. One that is seen again after a crash in between is known by its bytes.
 */
export class DropFolderReader {
  readonly #deps: Deps;
  readonly #root: string;
  readonly #process = randomUUID();
  /** How each file looked the last time, by folder. */
  readonly #seen = new Map<string, Map<string, string>>();
  /** What was said of files that could not be moved away yet: they are not read again. */
  readonly #settled = new Map<string, string | null>();
  readonly #rounds = new Rounds({
    run: () => this.#sweepAll(),
    everyMilliseconds: pollMilliseconds,
    failed: (error) =>
      this.#deps.log.warn({ code: error instanceof Error ? error.name : 'unknown' }, 'drop folders could not be read'),
  });

  constructor(deps: Deps, root: string) {
    this.#deps = deps;
    this.#root = root;
  }

  start(): void {
    this.#rounds.start();
  }

  /** One look at every folder; answers how many files were settled. */
  sweep(): Promise<number> {
    return this.#rounds.now();
  }

  /** Waits for the file in hand, and gives the folders to whoever comes next. */
  async close(): Promise<void> {
    await this.#rounds.close();
    await withSystem(this.#deps.database, (tx) =>
      sql`update app.drop_folders set held_by = null, held_until = null where held_by = ${this.#process}`.execute(tx),
    ).catch(() => undefined);
  }

  async #sweepAll(): Promise<number> {
    let settled = 0;
    let failure: unknown;
    for (const folder of await this.#claim()) {
      try {
        settled += await this.#look(folder);
      } catch (error) {
        // The other folders have their turn.
        failure ??= error;
      }
    }
    await tidyDropFolders(this.#deps.database, this.#root).then(
      (removed) => {
        if (removed > 0) this.#deps.log.info({ removed }, 'removed files that outlived their notes from drop folders');
      },
      (error: unknown) => {
        failure ??= error;
      },
    );
    if (failure !== undefined) throw failure;
    return settled;
  }

  #claim(): Promise<Folder[]> {
    return withSystem(this.#deps.database, async (tx) => {
      const { rows } = await sql<Folder>`
        update app.drop_folders f set held_by = ${this.#process}, held_until = now() + make_interval(secs => ${holdSeconds}), looked_at = now()
          from app.tenants t
         where t.id = f.tenant_id and t.active and t.deleted_at is null and f.active
           and (f.held_by = ${this.#process} or f.held_until is null or f.held_until < now())
        returning f.id, f.tenant_id, t.name as tenant_name`.execute(tx);
      return rows;
    });
  }

  /** Whether the folder is still this process's and still turned on. */
  #hold({ id }: Folder): Promise<boolean> {
    return withSystem(this.#deps.database, async (tx) => {
      const { rows } = await sql`
        update app.drop_folders f set held_until = now() + make_interval(secs => ${holdSeconds}) from app.tenants t
         where f.id = ${id} and f.held_by = ${this.#process} and f.active and t.id = f.tenant_id and t.active and t.deleted_at is null
        returning f.id`.execute(tx);
      return rows.length > 0;
    });
  }

  async #look(folder: Folder): Promise<number> {
    let problem = await folderProblem(this.#root, folder.tenant_id);
    let settled = 0;
    if (problem === null) {
      const where = path.join(this.#root, folder.tenant_id);
      const looks = await looksOf(where);
      const before = this.#seen.get(folder.id);
      const whole = looks.filter(({ name, stamp }) => before?.get(name) === stamp);
      this.#seen.set(folder.id, new Map(looks.map(({ name, stamp }) => [name, stamp])));
      for (const look of whole.slice(0, filesAtOnce)) {
        if (this.#rounds.closed || !(await this.#hold(folder))) break;
        const file = `${folder.id} ${look.stamp}`;
        try {
          if (!this.#settled.has(file)) this.#settled.set(file, await this.#settle(folder, where, look));
        } catch (error) {
          if (isDatabaseTrouble(error)) throw error;
          // One file does not hold up the others.
          problem ??= 'A file could not be read for a reason of this server. It stays, and is tried again.';
          continue;
        }
        const words = this.#settled.get(file) ?? null;
        if (words === 'later') {
          this.#settled.delete(file);
          continue;
        }
        try {
          await moveAway(where, look.name, words);
          this.#settled.delete(file);
        } catch {
          problem = 'A file that was read could not be moved away. Look at the rights of the folder.';
          continue;
        }
        settled += 1;
      }
    }
    await withSystem(this.#deps.database, (tx) =>
      sql`update app.drop_folders set problem = ${problem} where id = ${folder.id} and problem is distinct from ${problem}`.execute(
        tx,
      ),
    );
    return settled;
  }

  /** Null when the file's note is here, words when it is refused, 'later' when it is to be looked at again. */
  async #settle(folder: Folder, where: string, look: Look): Promise<string | null> {
    const bytes = await readWhole(where, look);
    if (bytes === 'changed') return 'later';
    if (!Buffer.isBuffer(bytes)) return this.#refuse(folder, new AppError(bytes), null);
    const sha256 = createHash('sha256').update(bytes).digest();
    try {
      await this.#take(folder, look.name, bytes, sha256);
      return null;
    } catch (error) {
      // What the file cannot help, such as a database that is away, is no reason to refuse it.
      if (!(error instanceof AppError) || error.status >= 500) {
        if (error instanceof AppError && error.code === 'busy') return 'later';
        throw error;
      }
      return this.#refuse(folder, error, sha256.toString('hex'));
    }
  }

  #actor(folder: Folder): Actor {
    return {
      userId: folder.id,
      username: 'drop folder',
      role: 'Approver',
      tenantId: folder.tenant_id,
      tenantName: folder.tenant_name,
      sessionId: folder.id,
      requestId: randomUUID(),
      address: '',
    };
  }

  async #take(folder: Folder, name: string, bytes: Buffer, sha256: Buffer): Promise<void> {
    const deps = this.#deps;
    const { id: folderId, tenant_id: tenantId } = folder;
    const { text, leftOut } = await extractFile(deps, { bytes, filename: name }, tenantId);
    const actor = this.#actor(folder);
    const print = sha256.toString('hex');
    const sources = [{ system: dropSystem, value: print }];
    const made = await withTenant(deps.database, actor, async (tx) => {
      const here = await noteOfSources(tx, tenantId, sources);
      if (here) {
        await saveOutcome(tx, { tenantId, folderId, outcome: 'known', noteId: here, sha256: print });
        return null;
      }
      const audit = new RequestAudit({ requestId: actor.requestId, network: 'drop folder' }, 'note_create');
      audit.actor({ userId: folderId, username: actor.username, role: actor.role, tenantId });
      const type = types[path.extname(name).toLowerCase()] ?? 'txt';
      const { note } = await createNote(
        deps,
        tx,
        actor,
        { kind: 'op', text, type, filename: cleanFilename(name), leftOut, fileSha256: sha256 },
        audit,
      );
      await saveSources(tx, tenantId, note.id, sources);
      await saveOutcome(tx, { tenantId, folderId, outcome: 'taken', noteId: note.id, sha256: print });
      audit.detail('by drop folder');
      await audit.writeIn(tx);
      return note.id;
    });
    if (made !== null) prepareSuggestions(deps, actor, { id: made, kind: 'op' });
  }

  async #refuse(folder: Folder, error: AppError, sha256: string | null): Promise<string> {
    const { id: folderId, tenant_id: tenantId } = folder;
    const actor = this.#actor(folder);
    await withTenant(this.#deps.database, actor, async (tx) => {
      await saveOutcome(tx, { tenantId, folderId, outcome: 'refused', reason: error.code, sha256 });
      await writeAudit(tx, [
        {
          tenant_id: tenantId,
          type: 'upload_validation',
          action: 'E',
          outcome: 'refused',
          user_id: folderId,
          who: actor.username,
          role: actor.role,
          request_id: actor.requestId,
          entity: [`drop-folder:${folderId}`],
          detail: error.code,
        },
      ]);
    });
    return [error.message, ...error.fields.map(({ message }) => message)].join(' ') || errorTitles[error.code];
  }
}
