import { setImmediate as letOthers } from 'node:timers/promises';
import '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, fieldError } from '../app-error.ts';
import { partsRefusal } from './request-body.ts';

export interface UploadedFile {
  /** As the sender named it: data, never a path. */
  readonly filename: string;
  readonly bytes: Buffer;
  /** The fields that came before the file. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A sender this far beyond the limit is not listened to any longer; nearer ones are read out, so that they get their answer. */
const politeFactor = 4;

/**
 * The one file of a multipart request, in the part `file`. Reading stops with the first byte beyond `maxBytes`, whatever
 * Content-Length said; nothing is written to disk.
 *
 * @throws AppError `too-large`, `unsupported-media-type`, `unparsable`, or `validation` that names the part.
 */
export async function readUploadedFile(request: FastifyRequest, reply: FastifyReply, maxBytes: number): Promise<UploadedFile> {
  if (!request.isMultipart())
    throw new AppError('unsupported-media-type', { detail: 'Send the file as multipart/form-data, in a part named file.' });
  try {
    return await readParts(request, maxBytes);
  } catch (error) {
    const refused = partsRefusal(error);
    const declared = Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY);
    if (refused.code === 'too-large' && declared > maxBytes * politeFactor) void reply.header('connection', 'close');
    throw refused;
  }
}

async function readParts(request: FastifyRequest, maxBytes: number): Promise<UploadedFile> {
  const fields = new Map<string, string>();
  let file: Pick<UploadedFile, 'filename' | 'bytes'> | undefined;
  const limits = { fileSize: maxBytes + 1, files: 2, fields: 10, fieldSize: 1000, parts: 12 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (file) throw fieldError(part.fieldname, 'Send it before the file');
      if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
      continue;
    }
    if (file) throw fieldError('file', 'Send one file at a time');
    if (part.fieldname !== 'file') throw fieldError('file', 'Send the file in a part named file');
    file = { filename: part.filename, bytes: await collect(part.file, maxBytes) };
  }
  if (!file) throw fieldError('file', 'Required');
  return { ...file, fields };
}

/** So many pieces are taken before everybody else has a turn: bytes that might begin a boundary come one by one from the parser. */
const piecesAtOnce = 256;
const firstBytes = 64 * 1024;

/** The bytes of a part, in one piece. @throws AppError `too-large` with the first byte beyond `maxBytes`. */
export async function collect(stream: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  let bytes = Buffer.alloc(Math.min(firstBytes, maxBytes));
  let length = 0;
  let pieces = 0;
  for await (const piece of stream) {
    if (length + piece.length > maxBytes) throw new AppError('too-large');
    if (length + piece.length > bytes.length) {
      const wider = Buffer.alloc(Math.min(maxBytes, Math.max(2 * bytes.length, length + piece.length)));
      bytes.copy(wider, 0, 0, length);
      bytes = wider;
    }
    piece.copy(bytes, length);
    length += piece.length;
    pieces += 1;
    if (pieces % piecesAtOnce === 0) await letOthers();
  }
  return bytes.subarray(0, length);
}

/** The bytes in pieces of one size, numbered from 0. */
export function* eachPiece(bytes: Buffer, size: number): Generator<{ readonly n: number; readonly bytes: Buffer }> {
  for (let n = 0; n * size < bytes.length; n += 1) yield { n, bytes: bytes.subarray(n * size, (n + 1) * size) };
}
