import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorAdvice, errorTitles, problemTypePrefix } from '@incisive/contract/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// What operators copy from deploy/.

const folder = path.resolve(import.meta.dirname, '../deploy');
const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');

describe('the service under systemd', () => {
  const run = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const there = run('--version').status === 0;
  let copies: string;
  beforeAll(() => {
    copies = mkdtempSync(path.join(tmpdir(), 'incisive-units-'));
    cpSync(folder, copies, { recursive: true });
    // systemd looks for the program, which is not installed here.
    for (const name of readdirSync(copies).filter((one) => one.endsWith('.service')))
      writeFileSync(path.join(copies, name), read(name).replaceAll('/usr/local/bin/incisive', process.execPath));
  });
  afterAll(() => rmSync(copies, { recursive: true, force: true }));

  it('gives it its folder and the network, and neither rights nor other files', () => {
    const unit = read('incisive.service');
    for (const line of [
      'User=incisive',
      'CapabilityBoundingSet=',
      'NoNewPrivileges=yes',
      'ProtectSystem=strict',
      'ProtectHome=yes',
      'StateDirectoryMode=0700',
      'UMask=0077',
      'SystemCallFilter=~@privileged',
    ])
      expect(unit.split('\n')).toContain(line);
  });

  it('is as systemd wants it, and little exposed, wherever systemd can say so', () => {
    const verified = there
      ? run(
          'verify',
          ...['incisive.service', 'incisive-backup.service', 'incisive-backup.timer'].map((name) => path.join(copies, name)),
        )
      : { status: 0, stderr: '' };
    expect([verified.status, verified.stderr]).toEqual([0, expect.not.stringContaining(copies)]);
    const scored = there
      ? run('security', '--offline=true', '--no-pager', '--threshold=20', path.join(copies, 'incisive.service'))
      : { status: 0 };
    expect(scored.status).toBe(0);
  });
});

it('the compose file gives the server no rights and every setting, and waits for a database that answers by its address', () => {
  const compose = read('compose.yaml');
  for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']", 'env_file: [.env]'])
    expect(compose).toContain(`\n    ${line}\n`);
  expect(compose).toContain('condition: service_healthy');
  expect(compose).toContain('[CMD, pg_isready, -h, 127.0.0.1,');
  const asked = [...compose.matchAll(/\$\{([^}]+)\}/g)].map(([, words]) => words);
  expect(asked.length).toBeGreaterThan(0);
  // Who forgot one is told where it belongs.
  for (const words of asked) expect(words).toMatch(/^[A-Z_]+:\?set it in deploy\/\.env$/);
});

it('the image runs as an ordinary user, and copies neither history nor what was built elsewhere', () => {
  const lines = read('Dockerfile').split('\n');
  expect(lines.indexOf('USER node')).toBeGreaterThan(lines.findLastIndex((line) => line.startsWith('FROM ')));
  expect(read('Dockerfile.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', 'data', '**/*.env']),
  );
});

it('no sample holds a secret, and each proxy throws away what callers say of where they come from', () => {
  const secret = /^\s*\w*(?:SECRET|PASSWORD|SMTP_URL)[:=] *(?!\$\{)\S/m;
  expect(readdirSync(folder).filter((name) => secret.test(read(name)))).toEqual([]);
  expect(secret.test('POSTGRES_PASSWORD: letmein')).toBe(true);
  expect(read('nginx.conf')).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(read('Caddyfile')).not.toContain('trusted_proxies');
});

it('HAProxy says what the product would: 503 in its form and words, with the time to come again, and never repeats a write', () => {
  const [head = '', body = ''] = read('incisive-503.http').split('\n\n');
  expect(head.split('\n')).toEqual(expect.arrayContaining(['HTTP/1.1 503 Service Unavailable', 'Retry-After: 2']));
  expect(JSON.parse(body)).toEqual({
    type: `${problemTypePrefix}unavailable`,
    title: errorTitles.unavailable,
    status: 503,
    detail: errorAdvice.unavailable,
    general: true,
  });
  const proxy = read('haproxy.cfg');
  expect(proxy).toMatch(/^\s*retry-on conn-failure$/m);
  expect(proxy).toContain('http-request set-header X-Forwarded-For %[src]');
});

it('PgBouncer is in transaction mode, and says the idle time that it does not hand on, in both databases', () => {
  const pooler = read('pgbouncer.ini');
  expect(pooler).toMatch(/^pool_mode = transaction$/m);
  expect(pooler.match(/^incisive\w* = .*connect_query='set app\.idle = ''15min'''$/gm)).toHaveLength(2);
});
