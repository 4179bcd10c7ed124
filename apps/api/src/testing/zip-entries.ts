/** The names in a zip and the bytes of each entry, as its directory says. */
export function entriesOf(zip: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>();
  let at = zip.readUInt32LE(zip.lastIndexOf('PK\u0005\u0006') + 16);
  while (zip.toString('latin1', at, at + 4) === 'PK\u0001\u0002') {
    const nameLength = zip.readUInt16LE(at + 28);
    const size = zip.readUInt32LE(at + 20);
    const start = zip.readUInt32LE(at + 42);
    const data = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28);
    entries.set(zip.toString('utf8', at + 46, at + 46 + nameLength), zip.subarray(data, data + size));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
