import type * as dns from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { guardedRequest } from './guarded-request.ts';
import { Networks } from './networks.ts';

/** What a name leads to, one answer a question; without one the machine is asked. */
const { names } = vi.hoisted(() => ({ names: { answers: [] as string[][], asked: 0 } }));
vi.mock('node:dns/promises', async (importOriginal) => {
  const original = await importOriginal<typeof dns>();
  const lookup = (host: string, options: { all: true }) => {
    names.asked += 1;
    const found = names.answers.shift();
    return found
      ? Promise.resolve(found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })))
      : original.lookup(host, options);
  };
  return { ...original, lookup };
});

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(String(request.url));
  if (request.url === '/away') response.writeHead(302, { location: 'http://127.0.0.1/secret' }).end();
  else if (request.url === '/long') response.end('x'.repeat(300_000));
  else response.end('{"ok":true}');
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const strict = new Networks(undefined);
const allowing = new Networks('127.0.0.1, 10.0.0.0/8,fd00::/8');
const get = (networks: Networks, url: string) => guardedRequest(networks, url, { method: 'GET' });

describe('L: addresses that an integration may not reach', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '192.168.0.1',
    '172.20.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::1',
    '::',
    'fe80::1',
    'fd12::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'nonsense',
  ])('%s', (address) => expect(strict.mayReach(address)).toBe(false));

  it.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111'])('%s is reached', (address) =>
    expect(strict.mayReach(address)).toBe(true),
  );

  it('what whoever runs the installation named is reached', () => {
    expect([allowing.mayReach('10.9.9.9'), allowing.mayReach('fd00::5'), allowing.mayReach('192.168.0.1')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(() => new Networks('10.0.0.0/99')).toThrow('10.0.0.0/99 is no address');
  });

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
  ])('%s is refused before a connection is opened', async (url) => {
    await expect(get(strict, `${url.slice(0, -1)}:${new URL(base).port}/guarded`)).rejects.toThrow('network of your own');
    expect(asked).not.toContain('/guarded');
  });

  it('a public address has to speak TLS, and what is no web address is refused', async () => {
    await expect(get(strict, 'http://1.1.1.1/')).rejects.toThrow('has to begin with https://');
    for (const url of ['ftp://1.1.1.1/', 'file:///etc/passwd', 'https://user:word@1.1.1.1/', 'nonsense'])
      await expect(get(strict, url)).rejects.toThrow('no address that begins with https://');
  });
});

describe('L: a request to a named network', () => {
  it('is answered, does not follow where it is sent on to, and does not read without end', async () => {
    expect(await get(allowing, `${base}/`)).toEqual({ status: 200, body: '{"ok":true}', type: '' });
    expect((await get(allowing, `${base}/away`)).status).toBe(302);
    expect(asked).not.toContain('/secret');
    await expect(get(allowing, `${base}/long`)).rejects.toThrow('too long');
    await expect(get(allowing, 'http://127.0.0.1:1/')).rejects.toThrow('nobody listens there');
  });

  it('goes where the name led when it was looked at: what it says afterwards is not asked', async () => {
    Object.assign(names, { answers: [['127.0.0.1'], ['192.168.0.1']], asked: 0 });
    const { port } = new URL(base);
    expect((await get(allowing, `http://changes-its-mind.example:${port}/pinned`)).status).toBe(200);
    expect([names.asked, asked.includes('/pinned')]).toEqual([1, true]);
    await expect(get(allowing, `http://changes-its-mind.example:${port}/again`)).rejects.toThrow('network of your own');
    names.answers = [['127.0.0.1', '192.168.0.1']];
    await expect(get(allowing, `http://two-faced.example:${port}/two-faced`)).rejects.toThrow('network of your own');
    expect(asked.filter((url) => ['/again', '/two-faced'].includes(url))).toEqual([]);
  });
});
