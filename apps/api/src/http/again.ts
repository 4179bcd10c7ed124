import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { isUndoneByOthers } from './problems.ts';

const mostRepeats = 3;
/** Apart from each other, so that those who collided do not collide again. */
const pauseMilliseconds = 40;

/**
 * Runs a transaction again when the database undid all of it for the sake of others (a deadlock, a serialization failure): at most three
 * times more. `run` must do nothing that the database cannot undo, and begin each time from where it began.
 */
export async function againWhenUndone<T>(run: () => Promise<T>, before: () => void): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await run();
    } catch (error) {
      if (repeats === mostRepeats || !isUndoneByOthers(error)) throw error;
      before();
      await pause(pauseMilliseconds * (repeats + Math.random()));
    }
  }
}

/** Takes back what a handler said of its answer, before it runs again. */
export function rewinder(reply: FastifyReply): () => void {
  const status = reply.statusCode;
  const headers = reply.getHeaders();
  return () => {
    for (const name of Object.keys(reply.getHeaders())) if (!(name in headers)) reply.removeHeader(name);
    void reply.code(status).headers(headers);
  };
}
