import { BlockList, isIP } from 'node:net';

/** Addresses that are nobody's on the internet: this machine, its networks, and what is kept for other uses. */
const own4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
];
/** Of IPv6 only what is given out as global unicast is reached; within it, ranges that hold an IPv4 address or are for examples are not. */
const global6 = '2000::/3';
const own6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address);
    const prefix = bits === undefined ? (family === 4 ? 32 : 128) : Number(bits);
    if (family === 0 || !(Number.isInteger(prefix) && prefix >= 0 && prefix <= (family === 4 ? 32 : 128)))
      throw new Error(`${range} is no address or range of addresses`);
    list.addSubnet(address, prefix, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
const blocked4 = listOf(own4);
const blocked6 = listOf(own6);
const open6 = listOf([global6]);

/** Which addresses a connection of an integration may go to. */
export class Networks {
  readonly #allowed: BlockList;

  /** @param allowed addresses and ranges of the own network, separated by commas @throws Error when one cannot be read */
  constructor(allowed: string | undefined) {
    this.#allowed = listOf((allowed ?? '').split(',').flatMap((range) => range.trim() || []));
  }

  /** Whether an administrator of the installation named it. */
  isNamed(address: string): boolean {
    return this.#allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }

  mayReach(address: string): boolean {
    const family = isIP(address);
    if (family === 0) return false;
    if (this.isNamed(address)) return true;
    return family === 4 ? !blocked4.check(address, 'ipv4') : open6.check(address, 'ipv6') && !blocked6.check(address, 'ipv6');
  }
}
