import { promisify } from "node:util";
import { constants, crc32, deflateRaw } from "node:zlib";

const pack = promisify<Buffer, { level: number; finishFlush: number }, Buffer>(deflateRaw);
/** Ends a stream of deflated pieces. */
const lastBlock = Buffer.from([3, 0]);
const fastest = 1;

/** Sizes follow the content, names are UTF-8. */
const flags = 0x0808;
const deflated = 8;
/** 1 January 1980, so that the same rows give the same bytes. */
const oldestDay = 0x21;
/** Offsets and sizes have 32 bits: beyond it another format begins, which not every reader knows. */
const mostBytes = 0xffff_ffff;

const headOf = (name: string): Buffer => {
  const head = Buffer.alloc(30 + name.length);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(deflated, 8);
  head.writeUInt16LE(oldestDay, 12);
  head.writeUInt16LE(name.length, 26);
  head.write(name, 30);
  return head;
};

const sizesOf = (crc: number, packed: number, size: number): Buffer => {
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(0x08074b50, 0);
  sizes.writeUInt32LE(crc, 4);
  sizes.writeUInt32LE(packed, 8);
  sizes.writeUInt32LE(size, 12);
  return sizes;
};

const entryOf = (name: string, head: Buffer, sizes: Buffer, start: number): Buffer => {
  const entry = Buffer.alloc(46 + name.length);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  head.copy(entry, 6, 4, 14);
  sizes.copy(entry, 16, 4, 16);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(start, 42);
  entry.write(name, 46);
  return entry;
};

/**
 * The bytes of a zip archive while its files are being made. Names are plain ASCII. Each piece of a file is packed by
 * itself, on another thread, while the next one is made. Throws where the archive would pass 4 GiB.
 */
export const createZipWriter = () => {
  const directory: Buffer[] = [];
  let written = 0;
  return {
    file: async function* (name: string, pieces: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
      const head = headOf(name);
      const start = written;
      let crc = 0;
      let size = 0;
      let packed = lastBlock.length;
      let underWay: Promise<Buffer> | null = null;
      yield head;
      for await (const piece of pieces) {
        const bytes = Buffer.from(piece);
        crc = crc32(bytes, crc);
        size += bytes.length;
        const next = pack(bytes, { level: fastest, finishFlush: constants.Z_SYNC_FLUSH });
        next.catch(() => {}); // the error is thrown where it is awaited
        if (underWay) {
          const done: Buffer = await underWay;
          packed += done.length;
          yield done;
        }
        underWay = next;
      }
      if (underWay) {
        const done: Buffer = await underWay;
        packed += done.length;
        yield done;
      }
      yield lastBlock;
      if (size > mostBytes || start + head.length + packed + 16 > mostBytes)
        throw new Error("The file would be larger than 4 GiB");
      const sizes = sizesOf(crc, packed, size);
      yield sizes;
      directory.push(entryOf(name, head, sizes, start));
      written = start + head.length + packed + sizes.length;
    },
    /** What ends the archive. */
    end: (): Buffer => {
      const entries = Buffer.concat(directory);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(0x06054b50, 0);
      end.writeUInt16LE(directory.length, 8);
      end.writeUInt16LE(directory.length, 10);
      end.writeUInt32LE(entries.length, 12);
      end.writeUInt32LE(written, 16);
      return Buffer.concat([entries, end]);
    },
  };
};
