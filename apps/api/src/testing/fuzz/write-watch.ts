import pg from 'pg';
import type { AdminConnection } from '../../db/bootstrap.ts';

/** Tables that a refusal may write: its audit row and what administrators are told of many, the session's last use, the counters of wrong tries. Caches fill in the background. */
const bookkeeping = [
  'audit_log',
  'notices',
  'sessions',
  'sign_in_throttle',
  'mailed_secrets',
  'suggestion_cache',
  'note_sections',
];

/**
 * Sees every committed write to the product's tables, by triggers of the test's own: whoever asks between two requests learns which
 * tables the last one changed.
 */
export class WriteWatch {
  readonly #client: pg.Client;
  #seen = '0';

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async over(admin: AdminConnection): Promise<WriteWatch> {
    const client = new pg.Client(admin);
    await client.connect();
    await client.query(`
      create schema watch;
      create table watch.writes (id bigint generated always as identity primary key, name text not null);
      create function watch.saw() returns trigger language plpgsql security definer as
        'begin insert into watch.writes (name) values (tg_table_name); return null; end';
      grant usage on schema watch to public;`);
    const { rows } = await client.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'app'::regnamespace and relkind = 'r' and relname <> all($1)`,
      [bookkeeping],
    );
    for (const { relname } of rows) {
      await client.query(
        `create trigger watch after insert or update or delete on app.${pg.escapeIdentifier(relname)} for each row execute function watch.saw()`,
      );
    }
    return new WriteWatch(client);
  }

  /** The tables written since the last call. */
  async taken(): Promise<string[]> {
    const { rows } = await this.#client.query<{ id: string; name: string }>(
      'select max(id)::text as id, name from watch.writes where id > $1 group by name order by name',
      [this.#seen],
    );
    for (const { id } of rows) if (BigInt(id) > BigInt(this.#seen)) this.#seen = id;
    return rows.map((row) => row.name);
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}
