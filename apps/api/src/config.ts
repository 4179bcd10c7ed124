import { isIP, isIPv4 } from 'node:net';
import path from 'node:path';
import { limits } from '@incisive/contract/limits';
import * as z from 'zod/mini';
import { typedCommand } from './typed-command.ts';

const flag = (fallback: boolean) =>
  z.pipe(
    z._default(z.enum(['1', '0', 'true', 'false', 'on', 'off']), fallback ? '1' : '0'),
    z.transform((value: '1' | '0' | 'true' | 'false' | 'on' | 'off') => value === '1' || value === 'true' || value === 'on'),
  );
const whole = (fallback: number, min = 0, why = '') =>
  z
    .pipe(
      z._default(z.string().check(z.regex(/^\d{1,9}$/, 'must be a whole number')), String(fallback)),
      z.transform(Number),
      // The bound is checked after the text became a number.
    )
    .check(z.refine((value) => value >= min, `must be ${min} or more${why}`));
const lengths = { m: 1, h: 60, d: 1440 } as const;
/** A length of time as an operator writes it, in minutes. */
const minutesOf = (words: string): number => Number(words.slice(0, -1)) * lengths[words.at(-1) as keyof typeof lengths];
const lengthOfTime = (fallback: string, least: number) =>
  z._default(z.string(), fallback).check(
    z.regex(/^[1-9]\d{0,3}[mhd]$/, 'must be a length of time: 30m, 6h or 1d'),
    z.refine((words) => minutesOf(words) >= least, `must be ${least}m or more`),
  );
/** The warning's time, and as much to work in before it. */
const leastIdleMinutes = Math.ceil((2 * limits.idleWarningSeconds) / 60);
const text = z.optional(z.string().check(z.minLength(1)));

/** Addresses and ranges (`10.0.0.0/8`), or the names that the proxy library gives to some. */
const isProxyList = (list: string): boolean =>
  list.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/');
    if (bits === undefined) return isIP(address) > 0 || ['loopback', 'linklocal', 'uniquelocal'].includes(address);
    return (
      rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : isIP(address) === 6 ? 128 : -1)
    );
  });
/** One that names its socket in the query has no host: what the query names counts, but no URL is without one. */
const withHost = (address: string): string => address.replace('@/', '@localhost/');
const databaseAddress = z.optional(
  z.pipe(
    z
      .string()
      .check(
        z.refine(
          (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(withHost(value)),
          'must be an address such as postgres://incisive@db.example.org/incisive',
        ),
      ),
    z.transform((value) => withHost(value)),
  ),
);

const environment = z.object({
  NODE_ENV: z._default(z.enum(['production', 'development', 'test']), 'development'),
  ROLE: z._default(z.enum(['both', 'web', 'worker'], 'must be web, worker or both'), 'both'),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: whole(3000).check(z.refine((port) => port <= 65_535, 'must be 65535 or less')),
  PUBLIC_URL: text,
  DATA_DIR: z._default(z.string(), './data'),
  DATABASE_URL: databaseAddress,
  DATABASE_ADMIN_URL: databaseAddress,
  DATABASE_READ_URL: databaseAddress,
  DATABASE_POOL: whole(16, 4),
  DATABASE_PREPARE: flag(true),
  SECRET: text,
  DEMO: z.optional(z.enum(['0', '1'])),
  DEMO_PASSWORD: text,
  SMTP_URL: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^smtps?:\/\/[^/]/.test(value) && URL.canParse(value),
          'must be an address such as smtps://user:password@mail.example.org',
        ),
      ),
  ),
  MAIL: z.optional(z.enum(['outbox', 'smtp'])),
  MAIL_FROM: z._default(z.string(), 'Incisive <no-reply@localhost>'),
  TEAM_EMAIL: text,
  TRUST_PROXY: z.optional(
    z.string().check(z.refine(isProxyList, 'must be an address or a range, such as 127.0.0.1 or 10.0.0.0/8')),
  ),
  API_DOCS: flag(true),
  SEPARATE_ADMINISTRATORS: flag(false),
  TENANT_DIRECTORY: z.optional(z.enum(['on', 'off'])),
  RATE_LIMIT: z._default(z.enum(['on', 'off']), 'on'),
  RATE_SIGN_IN: whole(10, 1),
  RATE_SIGN_UP: whole(20, 1),
  RATE_CONTACT: whole(5, 1),
  RATE_EXPORT: whole(120, 1),
  RATE_SUGGEST: whole(600, 1),
  RATE_UPLOAD: whole(300, 1),
  RATE_BEACON: whole(600, 1),
  RATE_TRY: whole(12, 1),
  RATE_CLIENT: whole(6000, 1),
  RATE_TOKEN: whole(60, 1),
  RATE_GENERAL: whole(3000, 1),
  IDLE_MINUTES: whole(15, leastIdleMinutes, ': people are warned a minute before they are signed out'),
  IMPORT_WAIT_SECONDS: whole(20),
  TENANT_TEXT_MILLIONS: whole(0),
  AUDIT_HEAD_MAIL: flag(false),
  AUDIT_RETENTION_YEARS: whole(6, 6),
  BACKUP_DIR: text,
  BACKUP_EVERY: lengthOfTime('1d', 5),
  WAL_ARCHIVE: flag(false),
  WAL_KEEP_DAYS: whole(7, 1),
  DROP_DIR: text,
  HL7_PORT: z.optional(
    z.string().check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'must be a port, 0 to 65535')),
  ),
  HL7_HOST: z._default(z.string(), '127.0.0.1'),
  HL7_TLS_DIR: text,
  GEOIP_DB: text,
  OUTBOUND_ALLOW: text,
  METRICS_PORT: z.optional(
    z.string().check(z.refine((value) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535, 'must be a port, 0 to 65535')),
  ),
  METRICS_HOST: z._default(z.string(), '127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    z
      .string()
      .check(
        z.refine(
          (value) => /^https?:\/\//.test(value) && URL.canParse(value),
          'must be an address such as http://127.0.0.1:4318',
        ),
      ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: text,
  OTEL_SERVICE_NAME: z._default(z.string().check(z.minLength(1)), 'incisive'),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.string().check(z.refine((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), 'must be a share from 0 to 1, such as 0.1')),
    '1',
  ),
  LOG_LEVEL: z._default(z.enum(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
  OFFICE_ADDRESS: text,
  OFFICE_LOCATION: text,
  SOCIAL_LINKS: text,
  SOURCE_URL: z.optional(z.string().check(z.regex(/^https:\/\/\S+$/, 'must be an https:// address'))),
});

/** Every variable that the product reads. */
export const configNames: readonly string[] = Object.keys(environment.shape);

export type Config = Readonly<z.output<typeof environment>> & {
  readonly production: boolean;
  readonly publicUrl: string;
  readonly demo: boolean;
  readonly tenantDirectory: boolean;
  readonly backupEveryMinutes: number;
  /** This process answers people and other systems over HTTP. */
  readonly answers: boolean;
  /** This process does what is done beside requests: jobs, letters, webhooks, seals, backups, drop folders, HL7. */
  readonly works: boolean;
};

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Whether a name or address is this machine's own: a name that only begins like one is not. */
export const isLoopback = (host: string): boolean => {
  const address = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/i, '');
  return host === 'localhost' || address === '::1' || (isIPv4(address) && address.startsWith('127.'));
};

/**
 * Reads the environment once. Every problem is named with what to do; nothing else in the product reads process.env.
 * @throws ConfigError when a value cannot be used, or when production lacks what it needs.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  const values = parsed.data;
  const production = values.NODE_ENV === 'production';
  const wrong: string[] = [];
  if (production) {
    if (!values.SECRET && values.DATABASE_URL)
      wrong.push('SECRET: needed with DATABASE_URL in production, at least 32 characters (openssl rand -hex 32)');
    if (!values.SMTP_URL && values.MAIL !== 'outbox')
      wrong.push('SMTP_URL: needed in production; set MAIL=outbox to write mail to files instead');
    if (!values.PUBLIC_URL)
      wrong.push('PUBLIC_URL: needed in production, the address that people open, for example https://incisive.example.org');
    if (values.RATE_LIMIT === 'off') wrong.push('RATE_LIMIT: cannot be off in production');
    if (!values.DATABASE_URL && (!env['DATA_DIR'] || !path.isAbsolute(values.DATA_DIR)))
      wrong.push('DATA_DIR: production needs an absolute path outside the checkout, for example /var/lib/incisive');
    if (values.BACKUP_DIR && !path.isAbsolute(values.BACKUP_DIR))
      wrong.push('BACKUP_DIR: production needs an absolute path, on another disk than DATA_DIR, for example /backup/incisive');
    if (values.DROP_DIR && !path.isAbsolute(values.DROP_DIR))
      wrong.push('DROP_DIR: production needs an absolute path, for example /srv/incisive-drop');
    if (values.DEMO_PASSWORD) wrong.push('DEMO_PASSWORD: has no place in production');
  }
  if (values.ROLE !== 'both') {
    if (!values.DATABASE_URL)
      wrong.push(
        `ROLE: ${values.ROLE} needs DATABASE_URL, a PostgreSQL that all processes reach; the own one belongs to one process`,
      );
    if (!values.SECRET) wrong.push(`SECRET: needed with ROLE=${values.ROLE}, the same for all processes (openssl rand -hex 32)`);
  }
  if (values.PUBLIC_URL && !(/^https?:/i.test(values.PUBLIC_URL) && URL.canParse(values.PUBLIC_URL)))
    wrong.push('PUBLIC_URL: must be a whole address, for example https://incisive.example.org');
  if (values.SECRET && (values.SECRET.length < 32 || new Set(values.SECRET).size < 8))
    wrong.push('SECRET: too weak, use at least 32 random characters (openssl rand -hex 32)');
  if (values.WAL_ARCHIVE && values.DATABASE_URL)
    wrong.push("WAL_ARCHIVE: is for the own PostgreSQL; with DATABASE_URL use your server's own archive (archive_mode)");
  if (values.WAL_ARCHIVE && !values.BACKUP_DIR) wrong.push('WAL_ARCHIVE: needs BACKUP_DIR, the folder that the archive goes to');
  if (values.HL7_PORT && !values.HL7_TLS_DIR && !isLoopback(values.HL7_HOST))
    wrong.push(
      'HL7_HOST: beyond this machine HL7 needs TLS with client certificates: set HL7_TLS_DIR, or leave HL7_HOST at 127.0.0.1',
    );
  if (wrong.length > 0) throw new ConfigError(wrong.join('\n'));
  const shownHost =
    isLoopback(values.HOST) || values.HOST === '0.0.0.0' ? (values.HOST === '0.0.0.0' ? 'localhost' : values.HOST) : values.HOST;
  return Object.freeze({
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    BACKUP_DIR: values.BACKUP_DIR && path.resolve(values.BACKUP_DIR),
    DROP_DIR: values.DROP_DIR && path.resolve(values.DROP_DIR),
    backupEveryMinutes: minutesOf(values.BACKUP_EVERY),
    production,
    answers: values.ROLE !== 'worker',
    works: values.ROLE !== 'web',
    publicUrl: (values.PUBLIC_URL ?? `http://${shownHost}:${values.PORT}`).replace(/\/+$/, ''),
    demo: values.DEMO === '1' || (values.DEMO !== '0' && !production && !values.DATABASE_URL && isLoopback(values.HOST)),
    tenantDirectory: values.TENANT_DIRECTORY ? values.TENANT_DIRECTORY === 'on' : !production,
  });
}

/** What an operator should know at the start although nothing is wrong enough to refuse it. */
export function startHints(config: Pick<Config, 'production' | 'TEAM_EMAIL' | 'BACKUP_DIR' | 'DATABASE_URL'>): string[] {
  if (!config.production) return [];
  const hints: string[] = [];
  if (!config.TEAM_EMAIL)
    hints.push(
      'TEAM_EMAIL is not set: nobody is mailed when a visitor writes or a user sends feedback. Messages wait under Messages and Feedback, and in the bell of each SuperAdmin.',
    );
  if (!config.BACKUP_DIR && !config.DATABASE_URL)
    hints.push(
      `BACKUP_DIR is not set: no backups are made. Set it to a folder on another disk, or run ${typedCommand('backup')} by a timer.`,
    );
  return hints;
}
