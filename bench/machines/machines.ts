/**
 * The shape of several machines, on this one: PostgreSQL with a synchronous replica, PgBouncer in transaction mode, HAProxy before two
 * web processes and one worker, set up by the samples in `deploy/`. `--failovers N` kills the primary N times under mixed load (3 by
 * default), `--api-suite [FILE ...]` runs the API tests through it. Exits with 1 when anything is lost, double or late.
 */
import { parseArgs } from 'node:util';
import { apiSuite } from './api-suite.ts';
import { failovers } from './failovers.ts';

const { values, positionals } = parseArgs({
  options: { failovers: { type: 'string', default: '3' }, 'api-suite': { type: 'boolean', default: false } },
  allowPositionals: true,
});
const good = values['api-suite'] ? await apiSuite(positionals) : await failovers(Number(values.failovers));
process.exit(good ? 0 : 1);
