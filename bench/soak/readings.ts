import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { StartedServer } from '../started-server.ts';

export interface Reading {
  readonly at: number;
  /** Resident memory of the process, in MB. */
  readonly memory: number;
  /** What its objects take, and what they hold outside the heap, in MB. */
  readonly heap: number;
  readonly files: number;
  readonly handles: number;
  readonly timers: number;
  readonly connections: number;
  readonly waiting: number;
}

/** The figures of a line of Prometheus's text, by name; labels must be within the line. */
function sum(text: string, name: string, ...labels: string[]): number {
  return text
    .split('\n')
    .filter(
      (line) => line.startsWith(name) && /[ {]/.test(line[name.length] ?? '') && labels.every((label) => line.includes(label)),
    )
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' '))), 0);
}

export async function read(server: StartedServer, metricsPort: number, started: number): Promise<Reading> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return {
    at: performance.now() - started,
    memory: server.memory() ?? Number.NaN,
    heap: (sum(text, 'nodejs_heap_size_used_bytes') + sum(text, 'nodejs_external_memory_bytes')) / 1e6,
    files: readdirSync(`/proc/${server.pid}/fd`).length,
    handles: sum(text, 'nodejs_active_handles_total'),
    timers: sum(text, 'nodejs_active_resources', 'type="Timeout"'),
    connections: sum(text, 'incisive_db_connections', 'state="busy"') + sum(text, 'incisive_db_connections', 'state="idle"'),
    waiting: sum(text, 'incisive_db_connections', 'state="waiting"'),
  };
}

/** What the threads hold after a full garbage collection, and the room that V8 had taken before, in MB. */
export interface Held {
  readonly at: number;
  readonly main: number;
  readonly threads: number;
  readonly all: number;
  readonly room: number;
}

export async function readHeld(probePort: number, started: number): Promise<Held> {
  const at = performance.now() - started;
  const response = await fetch(`http://127.0.0.1:${probePort}/`);
  if (!response.ok) throw new Error('A thread of the server does not tell what it holds');
  const threads = (await response.json()) as { thread: number; room: number; held: number }[];
  const sumOf = (key: 'room' | 'held', which: (thread: number) => boolean): number =>
    threads.filter(({ thread }) => which(thread)).reduce((total, one) => total + one[key], 0) / 1e6;
  return {
    at,
    main: sumOf('held', (thread) => thread === 0),
    threads: sumOf('held', (thread) => thread !== 0),
    all: sumOf('held', () => true),
    room: sumOf('room', () => true),
  };
}

/** What a folder takes on the disk, in MB. Files that go meanwhile do not count. */
export function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    try {
      if (entry.isDirectory()) bytes += sizeOf(name) * 1e6;
      else if (entry.isFile()) bytes += statSync(name).size;
    } catch {
      continue;
    }
  }
  return bytes / 1e6;
}
