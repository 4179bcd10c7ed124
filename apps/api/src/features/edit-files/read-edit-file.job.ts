import { AsyncLocalStorage } from 'node:async_hooks';
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { DocumentError, zipEntryBytes } from '@incisive/documents';
import { sql } from 'kysely';
import { type Database, type Tx, unhurriedly } from '../../db/client.ts';
import { locks } from '../../db/locks.ts';
import { withSystem } from '../../db/tenant.ts';
import { activeFiles, type EditFileRow, getEditFile } from './edit-files.store.ts';
import { previewOf } from './preview.ts';
import { EditFileError, type ReadRows } from './readers/edit-file-reader.ts';
import { recognize, type Recognized, unrecognized } from './readers/recognize.ts';
import { linesOf } from './readers/text-lines.ts';

/**
 * Reads a file that was sent: its rows, what it would change and the end of its bytes in one transaction. Repeating it does nothing more.
 * What is wrong with a file is kept for the person who sent it; nothing of such a file stays.
 */
export async function readEditFile(database: Database, id: string): Promise<void> {
  const beside = AsyncLocalStorage.snapshot();
  const tell = (progress: number): Promise<unknown> => beside(() => markRunning(database, id, progress)).catch(() => undefined);
  try {
    await unhurriedly(() =>
      withSystem(database, async (tx) => {
        await sql`select set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`.execute(
          tx,
        );
        await sql`select pg_advisory_xact_lock(${locks.editFile})`.execute(tx);
        const file = await getEditFile(tx, id);
        if (!file || !['waiting', 'running', 'failed'].includes(file.state)) return;
        await readIn(tx, file, tell);
      }),
    );
  } catch (error) {
    if (!(error instanceof EditFileError || error instanceof DocumentError)) throw error;
    await withSystem(database, (tx) => recordFailure(tx, id, wordsOf(error)));
  }
}

const wordsOf = (error: EditFileError | DocumentError): string =>
  error instanceof EditFileError
    ? error.message
    : error.code === 'password-protected'
      ? 'The zip is protected by a password. Send the file without one.'
      : 'The zip is damaged and cannot be unpacked. Download it again.';

async function readIn(tx: Tx, file: EditFileRow, tell: (share: number) => Promise<unknown>): Promise<void> {
  const began = performance.now();
  const source = await openFile(await bytesOf(tx, file.id), file.filename);
  const { facts, reader } = source.recognized;
  await refuseOlder(tx, file, facts);
  let [rows, refused] = [0, 0];
  for await (const read of reader.read(linesOf(counted(source.bytes, source.total, tell)), facts)) {
    await put(tx, file.id, read);
    rows += read.lines;
    refused += read.refused;
  }
  const set = { kind: facts.kind, release: facts.release, part: facts.part, valid_from: facts.from, valid_to: facts.to };
  const preview = await previewOf(tx, file.id, facts);
  await tx
    .updateTable('app.edit_files')
    .set({
      ...set,
      rows,
      refused,
      seconds: Math.round(performance.now() - began) / 1000,
      state: 'preview',
      progress: 1,
      failure: null,
      preview: JSON.stringify(preview),
    })
    .where('id', '=', file.id)
    .execute();
  await sql`delete from app.edit_file_bytes where file_id = ${file.id}`.execute(tx);
}

async function bytesOf(tx: Tx, id: string): Promise<Buffer> {
  const { rows } = await sql<{ bytes: Buffer }>`select bytes from app.edit_file_bytes where file_id = ${id} order by n`.execute(
    tx,
  );
  return Buffer.concat(rows.map((row) => row.bytes));
}

interface Source {
  readonly recognized: Recognized;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Bytes to come as far as that is known. */
  readonly total: number;
}

/** How much smaller text of that kind is when it is packed; only the bar of progress depends on it. */
const usualPacking = 8;

/** The published file itself: plain, packed by gzip, or out of the zip that it comes in. */
async function openFile(bytes: Buffer, filename: string): Promise<Source> {
  const head = bytes.subarray(0, 4).toString('hex');
  if (head === '504b0304') {
    if (/\.xlsx$/i.test(filename)) throw unrecognized([filename]);
    const entry = await zipEntryBytes(bytes, (name) => recognize(name) !== null);
    if ('names' in entry) throw unrecognized(entry.names);
    return { recognized: recognize(entry.name)!, bytes: entry.bytes, total: bytes.length * usualPacking };
  }
  const recognized = recognize(filename);
  if (!recognized) throw unrecognized([filename]);
  if (!head.startsWith('1f8b')) return { recognized, bytes: Readable.from([bytes]), total: bytes.length };
  return { recognized, bytes: unpacked(bytes), total: bytes.length * usualPacking };
}

async function* unpacked(bytes: Buffer): AsyncGenerator<Uint8Array> {
  try {
    yield* Readable.from([bytes]).pipe(createGunzip()) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new EditFileError('The file is damaged and cannot be unpacked. Download it again.', { cause: error });
  }
}

const mostSaidShare = 0.9;
async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  total: number,
  tell: (share: number) => Promise<unknown>,
): AsyncGenerator<Uint8Array> {
  let done = 0;
  let told = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; from += 1_000_000) {
      const part = piece.subarray(from, from + 1_000_000);
      done += part.length;
      const share = Math.min(mostSaidShare, done / total);
      if (share - told >= 0.05) {
        told = share;
        await tell(share);
      }
      yield part;
    }
  }
}

/** Pairs of a new release hold those of the older ones: an older file would take edits away. The very same file is no news. */
async function refuseOlder(tx: Tx, file: EditFileRow, facts: Recognized['facts']): Promise<void> {
  const active = await activeFiles(tx, facts.kind);
  const same = active.find((one) => one.sha256 === file.sha256 && one.part === facts.part);
  if (same) throw new EditFileError(`This very file is in force already: ${same.release ?? ''}, sent by ${same.created_by}.`);
  const newer = active.find((one) => facts.kind === 'ptp' && one.valid_to! > facts.to);
  if (newer)
    throw new EditFileError(
      `This file is older than the one in force: ${facts.release}, and ${newer.release ?? ''} holds its edits too.`,
    );
}

/** Rows as parallel parts of one JSON document: their columns are the table's. */
async function put(tx: Tx, id: string, { table, rows }: ReadRows): Promise<void> {
  if (rows.length === 0) return;
  const given = JSON.stringify(rows.map((row) => ({ ...row, file_id: id })));
  const name = sql.table(`app.${table}`);
  await sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${given}::jsonb)`.execute(tx);
}

const markRunning = (database: Database, id: string, progress: number): Promise<unknown> =>
  withSystem(database, (tx) =>
    tx
      .updateTable('app.edit_files')
      .set({ state: 'running', progress })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running', 'failed'])
      .execute(),
  );

async function recordFailure(tx: Tx, id: string, failure: string): Promise<void> {
  await tx.updateTable('app.edit_files').set({ state: 'failed', progress: 0, failure }).where('id', '=', id).execute();
  await sql`delete from app.edit_file_bytes where file_id = ${id}`.execute(tx);
}
