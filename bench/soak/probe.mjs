/**
 * Loaded before the server and each of its threads (`--expose-gc --import`): tells on PROBE_PORT of this machine how much room V8 has
 * taken in each thread, and what the thread still holds after full garbage collections. The server itself has no such door.
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

const patience = 60_000;
const channel = new BroadcastChannel('probe');
channel.unref();

/** The least of three: what the requests of the moment hold is not kept. */
async function read() {
  const { total_heap_size: room } = getHeapStatistics();
  let held = Infinity;
  for (let times = 0; times < 3; times += 1) {
    globalThis.gc();
    const { used_heap_size: used, external_memory: external } = getHeapStatistics();
    held = Math.min(held, used + external);
    await sleep(300);
  }
  return { thread: threadId, room, held };
}

if (isMainThread) {
  const threads = new Set();
  let answers = [];
  channel.onmessage = ({ data }) =>
    data === 'ask' ? undefined : data.held === undefined ? threads.add(data.thread) : answers.push(data);
  const answer = async (response) => {
    answers = [];
    channel.postMessage('ask');
    const own = await read();
    for (let waited = 0; answers.length < threads.size && waited < patience; waited += 50) await sleep(50);
    response.statusCode = answers.length < threads.size ? 503 : 200;
    response.end(JSON.stringify([own, ...answers]));
  };
  createServer((_request, response) => void answer(response))
    .listen(Number(process.env.PROBE_PORT), '127.0.0.1')
    .unref();
} else {
  channel.postMessage({ thread: threadId });
  channel.onmessage = ({ data }) => {
    if (data === 'ask') void read().then((reading) => channel.postMessage(reading));
  };
}
