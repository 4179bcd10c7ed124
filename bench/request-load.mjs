import { once } from 'node:events';
import { createConnection } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

// A client that does little else than wait, since it shares the machine with the server: answers per second over some connections.

const { port, request, seconds, connections } = workerData;
const started = performance.now();
const until = started + seconds * 1000;
let answers = 0;

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

await Promise.all(
  Array.from({ length: connections }, async () => {
    const socket = createConnection(port, '127.0.0.1');
    await once(socket, 'connect');
    while (performance.now() < until) {
      socket.write(request);
      await readAnswer(socket);
      answers += 1;
    }
    socket.destroy();
  }),
);
parentPort.postMessage(answers / ((performance.now() - started) / 1000));
