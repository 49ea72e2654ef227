import { crc32, deflateSync, inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { smallPng } from "./small-png.ts";

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A picture of one line per row of colours, each line filtered in its own way. */
const pictureOf = (rows: number[][], filters: number[]): Buffer => {
  const width = rows[0]?.length ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const lines = rows.map((row) =>
    Buffer.from(row.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
  );
  const filtered = lines.map((line, y) => {
    const filter = filters[y] ?? 0;
    const above = lines[y - 1];
    const bytes = line.map((byte, x) => {
      const left = x >= 3 ? (line[x - 3] ?? 0) : 0;
      const up = above?.[x] ?? 0;
      return filter === 1 ? byte - left : filter === 2 ? byte - up : filter === 3 ? byte - ((left + up) >> 1) : byte;
    });
    return Buffer.concat([Buffer.from([filter]), bytes]);
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = chunk("IDAT", deflateSync(Buffer.concat(filtered)));
  return Buffer.concat([signature, chunk("IHDR", header), data, chunk("IEND", Buffer.alloc(0))]);
};

/** Reads what `smallPng` writes: a palette, and one place per pixel. */
const coloursOf = (png: Buffer, width: number): number[][] => {
  const part = (type: string) => {
    const at = png.indexOf(type, 0, "latin1");
    return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  };
  const palette = part("PLTE");
  const lines = inflateSync(part("IDAT"));
  return Array.from({ length: lines.length / (width + 1) }, (_, y) =>
    Array.from({ length: width }, (_, x) => palette.readUIntBE((lines[y * (width + 1) + 1 + x] ?? 0) * 3, 3)),
  );
};

test("a picture of few colours stays as it is, however its lines were filtered", () => {
  const rows = [
    [0xffffff, 0x0b6e66, 0xffffff],
    [0xb3261e, 0xffffff, 0x151a21],
    [0x0b6e66, 0x0b6e66, 0xffffff],
    [0xdfe3e8, 0xb3261e, 0x0b6e66],
  ];

  expect(coloursOf(smallPng(pictureOf(rows, [0, 1, 2, 3])), 3)).toEqual(rows);
});

test("one red word on a page of a thousand greys stays red", () => {
  const greys = Array.from({ length: 1_000 }, (_, pixel) => {
    const shade = pixel % 250;
    return (shade << 16) | (shade << 8) | Math.min(255, shade + Math.floor(pixel / 250));
  });
  const rows = [[...greys, ...greys, 0xb3261e]];

  expect(coloursOf(smallPng(pictureOf(rows, [0])), 2_001)[0]?.at(-1)).toBe(0xb3261e);
});
