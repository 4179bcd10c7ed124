import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const ticksASecond = 100;

/** A line of /proc/N/stat after the name, which may hold anything: the state is the first. */
const fieldsOf = (pid: string): string[] => {
  const line = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
};

/**
 * Milliseconds of processor that this process and the database in a data folder have taken so far: what an answer costs, whatever else
 * the machine does meanwhile. Linux alone tells it of other processes.
 */
export function processorTime(dataFolder: string): number {
  const [postmaster = ''] = readFileSync(path.join(dataFolder, 'pg', 'postmaster.pid'), 'utf8').split('\n');
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = fieldsOf(pid);
      if (pid !== postmaster && fields[1] !== postmaster) continue;
      // Its own, and of the postmaster's also that of connections that have ended.
      ticks += Number(fields[11]) + Number(fields[12]) + (pid === postmaster ? Number(fields[13]) + Number(fields[14]) : 0);
    } catch {
      // It ended meanwhile: its time is the postmaster's by now.
    }
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + (ticks * 1000) / ticksASecond;
}
