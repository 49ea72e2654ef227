import { expect, test } from "vitest";
import { coloursOf } from "./colours-of.ts";
import { type Frame, movingPng } from "./moving-png.ts";

const [white, teal, red] = [0xffffff, 0x0b6e66, 0xb3261e];
const size = { width: 4, height: 3 };
const frame = (colours: number[], shownMs: number): Frame => ({
  rgb: Buffer.from(colours.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
  shownMs,
});
const blank = Array<number>(12).fill(white);
const withDot = blank.with(5, teal);
const withTwo = withDot.with(6, red).with(10, red);

interface Chunk {
  type: string;
  data: Buffer;
  whole: Buffer;
}
const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = 8; at < png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, end - 4),
      whole: png.subarray(at, end),
    });
    at = end;
  }
  return chunks;
};

/** As a viewer plays it: what stands after each frame, and for how long. Another library unpacks each part. */
const play = async (png: Buffer) => {
  const chunks = chunksOf(png);
  const palette = chunks.find(({ type }) => type === "PLTE")?.data ?? Buffer.alloc(0);
  const shown: number[] = [];
  const steps: { colours: number[]; ms: number; part: number[] }[] = [];
  for (const [at, { type, data: place }] of chunks.entries()) {
    if (type !== "fcTL") continue;
    const [width = 0, height = 0, left = 0, top = 0] = [4, 8, 12, 16].map((offset) => place.readUInt32BE(offset));
    const next = chunks[at + 1];
    const content = next?.type === "fdAT" ? next.data.subarray(4) : next?.data;
    const header = Buffer.alloc(13);
    header.writeUInt32BE(width);
    header.writeUInt32BE(height, 4);
    header.set([8, 3], 8);
    const part = await coloursOf(await still(header, palette, content ?? Buffer.alloc(0)));
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) shown[(top + y) * size.width + left + x] = part[y * width + x] ?? -1;
    const ms = (place.readUInt16BE(20) / place.readUInt16BE(22)) * 1000;
    steps.push({ colours: [...shown], ms, part: [width, height, left, top] });
  }
  return steps;
};

const still = async (header: Buffer, palette: Buffer, content: Buffer): Promise<Buffer> => {
  const { crc32 } = await import("node:zlib");
  const chunks = (
    [
      ["IHDR", header],
      ["PLTE", palette],
      ["IDAT", content],
      ["IEND", Buffer.alloc(0)],
    ] as const
  ).map(([type, data]) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  });
  return Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), ...chunks]);
};

test("frames are decoded as they were, with their times; only what changed is stored", async () => {
  const png = await movingPng(size, [frame(blank, 800), frame(withDot, 120), frame(withTwo, 1500)]);

  expect(await play(png)).toEqual([
    { colours: blank, ms: 800, part: [4, 3, 0, 0] },
    { colours: withDot, ms: 120, part: [1, 1, 1, 1] },
    { colours: withTwo, ms: 1500, part: [1, 2, 2, 1] },
  ]);
});

test("a frame that shows nothing new makes the one before it longer", async () => {
  const png = await movingPng(size, [frame(blank, 300), frame(blank, 200), frame(withDot, 100), frame(withDot, 50)]);

  expect((await play(png)).map(({ colours, ms }) => [colours, ms])).toEqual([
    [blank, 500],
    [withDot, 150],
  ]);
});

test("who knows only still pictures sees the first frame; frames are counted, numbered and play for ever", async () => {
  const png = await movingPng(size, [frame(withDot, 100), frame(blank, 100), frame(withTwo, 100)]);
  const chunks = chunksOf(png);

  expect(await coloursOf(png)).toEqual(withDot);
  const count = chunks.find(({ type }) => type === "acTL")?.data;
  expect([count?.readUInt32BE(0), count?.readUInt32BE(4)]).toEqual([3, 0]);
  const numbered = chunks.filter(({ type }) => type === "fcTL" || type === "fdAT");
  expect(numbered.map(({ data }) => data.readUInt32BE(0))).toEqual([0, 1, 2, 3, 4]);
});

test("frames of another size, too long ones and none are refused", async () => {
  await expect(movingPng(size, [])).rejects.toThrow("There is no frame.");
  await expect(movingPng(size, [frame([white], 100)])).rejects.toThrow("not of 4 by 3 pixels");
  await expect(movingPng(size, [frame(blank, 70_000)])).rejects.toThrow("70000 ms");
});
