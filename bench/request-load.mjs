import { once } from 'node:events';
import { createConnection } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// A client that does little else than wait, since it shares the machine with the server: answers per second over some connections, and how
// long each took in milliseconds. With a pause, each connection asks again after it, as a person would.

const { port, request, seconds, connections, pause = 0 } = workerData;
const started = performance.now();
const until = started + seconds * 1000;
const times = [];

async function readAnswer(socket) {
  let received = '';
  for (let end = Infinity; received.length < end;) {
    const [bytes] = await once(socket, 'data');
    received += bytes.toString('latin1');
    const head = received.indexOf('\r\n\r\n');
    if (end !== Infinity || head < 0) continue;
    const length = /^content-length: (\d+)/im.exec(received)?.[1];
    if (!received.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(received.slice(0, 300));
    end = head + 4 + Number(length);
  }
}

async function connected() {
  const socket = createConnection(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

await Promise.all(
  Array.from({ length: connections }, async () => {
    let socket = await connected();
    for (let asked = 0; performance.now() < until; asked += 1) {
      // The server ends a connection after a thousand answers.
      if (asked > 0 && asked % 900 === 0) {
        socket.destroy();
        socket = await connected();
      }
      const from = performance.now();
      socket.write(request);
      await readAnswer(socket);
      times.push(performance.now() - from);
      if (pause > 0) await new Promise((resolve) => void setTimeout(resolve, pause * (0.5 + Math.random())));
    }
    socket.destroy();
  }),
);
const share = (of) => times[Math.min(times.length - 1, Math.floor(times.length * of))];
const rate = times.length / ((performance.now() - started) / 1000);
times.sort((a, b) => a - b);
parentPort.postMessage({ rate, p50: share(0.5), p95: share(0.95) });
