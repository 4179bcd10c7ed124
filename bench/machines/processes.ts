import path from 'node:path';
import { Program } from './program.ts';
import { type Shape, distinctPorts, root } from './shape.ts';

export const demoPassword = 'only for these machines';

/** Two web processes and a worker of the product as it was built, each with a DATA_DIR of its own as on a machine of its own. */
export class Processes {
  readonly #programs = new Map<string, Program>();
  readonly #shape: Shape;
  readonly hl7Port: number;
  readonly #metricsPorts: readonly number[];

  private constructor(shape: Shape, hl7Port: number, metricsPorts: readonly number[]) {
    this.#shape = shape;
    this.hl7Port = hl7Port;
    this.#metricsPorts = metricsPorts;
  }

  static async start(shape: Shape): Promise<Processes> {
    const [hl7, worker, metrics1, metrics2, metrics3] = await distinctPorts(5);
    const processes = new Processes(shape, hl7!, [metrics1!, metrics2!, metrics3!]);
    const { web1, web2 } = shape.ports;
    // The worker makes the sample data, once.
    await processes.#begin('worker', worker!, metrics1!);
    await Promise.all([processes.#begin('web1', web1, metrics2!), processes.#begin('web2', web2, metrics3!)]);
    return processes;
  }

  async #begin(name: 'web1' | 'web2' | 'worker', port: number, metricsPort: number): Promise<void> {
    const { url, admin, read } = this.#shape.addresses;
    const folder = path.join(this.#shape.folder, name);
    const program = new Program(process.execPath, [path.join(root, 'dist/current/server/main.js')], {
      cwd: root,
      env: {
        HOME: process.env['HOME'],
        ROLE: name === 'worker' ? 'worker' : 'web',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${this.#shape.ports.http}`,
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: folder,
        SECRET: 'e1d9c7b5a3918f7d6b594735231f0d0b',
        DATABASE_URL: url,
        DATABASE_ADMIN_URL: admin,
        DATABASE_READ_URL: read,
        // PgBouncer of Debian 12 keeps no statements by name.
        DATABASE_PREPARE: 'off',
        HL7_PORT: String(this.hl7Port),
        METRICS_PORT: String(metricsPort),
        DEMO: '1',
        DEMO_PASSWORD: demoPassword,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
      },
      log: `${folder}.log`,
    });
    this.#programs.set(name, program);
    await program.until(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, 300_000);
  }

  /** @throws Error with the last words of a process that has ended by itself */
  checkAlive(): void {
    for (const [name, program] of this.#programs)
      if (program.ended) throw new Error(`${name} has ended:\n${program.lastWords()}`);
  }

  /** How many lists and exports were read from the replica, of those that might have been. */
  async replicaReads(): Promise<{ replica: number; primary: number }> {
    const reads = { replica: 0, primary: 0 };
    for (const port of this.#metricsPorts) {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      for (const from of ['replica', 'primary'] as const)
        reads[from] += Number(new RegExp(`^incisive_replica_reads_total\\{from="${from}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    }
    return reads;
  }

  lastWords(): string {
    return [...this.#programs].map(([name, program]) => `${name}: ${program.lastWords()}`).join('\n');
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#programs.values()].map((program) => program.end('SIGTERM')));
  }
}
