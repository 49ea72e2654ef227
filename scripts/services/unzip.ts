import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";

const inflate = promisify(inflateRaw);

const endOfDirectory = 0x06054b50;
const directoryEntry = 0x02014b50;

/**
 * One file out of a zip archive, found by how its path ends. Only for archives whose hash was checked before: it
 * trusts their structure. Enough for wheels, which are below 4 GB and stored or deflated.
 */
export async function readFromZip(path: string, member: string): Promise<Buffer> {
  const zip = await readFile(path);
  let end = zip.length - 22;
  while (end >= 0 && zip.readUInt32LE(end) !== endOfDirectory) end -= 1;
  if (end < 0) throw new Error(`${path} is not a zip archive`);

  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === directoryEntry) {
    const method = zip.readUInt16LE(at + 10);
    const packed = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const extraLength = zip.readUInt16LE(at + 30);
    const commentLength = zip.readUInt16LE(at + 32);
    const local = zip.readUInt32LE(at + 42);
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    if (name.endsWith(member)) {
      // The local header repeats the name, with an extra field of its own length.
      const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const data = zip.subarray(start, start + packed);
      return method === 0 ? data : inflate(data);
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`${path} holds no ${member}`);
}
