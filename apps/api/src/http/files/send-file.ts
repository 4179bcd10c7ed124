import { Readable } from 'node:stream';
import { limits } from '@incisive/contract/limits';
import { contentDisposition } from '@incisive/documents';
import type { FastifyReply } from 'fastify';
import type { FileAnswer } from '../context.ts';

/** Hands a file over; a receiver that has not taken it in `limits.downloadMinutes` is cut off. */
export async function sendFile(reply: FastifyReply, answer: FileAnswer): Promise<FastifyReply> {
  const body =
    answer.body instanceof Uint8Array
      ? Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength)
      : Readable.from(await begun(answer.body));
  const end = setTimeout(() => reply.raw.destroy(), limits.downloadMinutes * 60_000).unref();
  reply.raw.once('close', () => clearTimeout(end));
  return reply
    .header('content-disposition', contentDisposition(answer.filename))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(answer.contentType)
    .send(body);
}

/** The body with its first part made: what fails before a byte is sent is answered as a problem, not as a file that breaks off. */
async function begun<Part>(body: AsyncIterable<Part>): Promise<AsyncIterable<Part>> {
  const parts = body[Symbol.asyncIterator]();
  const first = await parts.next();
  return (async function* () {
    try {
      for (let part = first; !part.done; part = await parts.next()) yield part.value;
    } finally {
      await parts.return?.();
    }
  })();
}
