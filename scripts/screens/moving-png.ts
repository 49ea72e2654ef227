import { crc32, deflateSync } from "node:zlib";
import { pngQuantize, Transformer } from "@napi-rs/image";

export interface Size {
  width: number;
  height: number;
}
export interface Frame {
  /** Three bytes a pixel, row by row. */
  rgb: Buffer;
  /** Milliseconds, at most 65,535. */
  shownMs: number;
}
interface Part extends Size {
  left: number;
  top: number;
}

const mostMs = 65_535;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length);
  named.copy(whole, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
};

const uint32 = (...values: number[]): Buffer => {
  const data = Buffer.alloc(values.length * 4);
  for (const [at, value] of values.entries()) data.writeUInt32BE(value, at * 4);
  return data;
};

/** The smallest part of a picture outside of which it is the one before; null where it is the same. */
const changedPart = ({ width, height }: Size, before: Buffer, now: Buffer): Part | null => {
  const rowBytes = width * 3;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0; y < height; y += 1) {
    const row = y * rowBytes;
    if (before.compare(now, row, row + rowBytes, row, row + rowBytes) === 0) continue;
    top = Math.min(top, y);
    bottom = y;
    const differs = (x: number) =>
      before.compare(now, row + x * 3, row + x * 3 + 3, row + x * 3, row + x * 3 + 3) !== 0;
    for (let x = 0; x < left; x += 1) if (differs(x)) left = x;
    for (let x = width - 1; x > right; x -= 1) if (differs(x)) right = x;
  }
  return bottom < 0 ? null : { left, top, width: right - left + 1, height: bottom - top + 1 };
};

/** The colours of all frames, at most 256: one table serves them all. */
const inFewColours = async ({ width, height }: Size, frames: readonly Frame[]) => {
  const rgba = Buffer.alloc(width * height * frames.length * 4, 255);
  for (const [nth, { rgb }] of frames.entries())
    for (let pixel = 0; pixel < width * height; pixel += 1)
      rgb.copy(rgba, (nth * width * height + pixel) * 4, pixel * 3, pixel * 3 + 3);
  const all = await Transformer.fromRgbaPixels(rgba, width, height * frames.length).png();
  const few = new Transformer(await pngQuantize(all, { colors: 256, minQuality: 0 }));
  const pixels = await few.rawPixels();
  const channels = pixels.length / (width * height * frames.length);
  const table = new Map<number, number>();
  const indexed = Buffer.alloc(width * height * frames.length);
  for (let pixel = 0; pixel < indexed.length; pixel += 1) {
    // A picture of greys alone comes with one byte a pixel.
    const colour = channels < 3 ? (pixels[pixel * channels] ?? 0) * 0x010101 : pixels.readUIntBE(pixel * channels, 3);
    const index = table.get(colour) ?? table.size;
    table.set(colour, index);
    indexed[pixel] = index;
  }
  const palette = Buffer.alloc(table.size * 3);
  for (const [colour, index] of table) palette.writeUIntBE(colour, index * 3, 3);
  return { palette, frameOf: (nth: number) => indexed.subarray(nth * width * height, (nth + 1) * width * height) };
};

const packed = ({ left, top, width, height }: Part, indexed: Buffer, wholeWidth: number): Buffer => {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const from = (top + y) * wholeWidth + left;
    // The byte before each row, nought, says that it is not filtered: flat colours pack best so.
    indexed.copy(rows, y * (width + 1) + 1, from, from + width);
  }
  return deflateSync(rows, { level: 9 });
};

/** Frames that show something new; one that is the same makes the one before it longer. */
const withoutRepeats = (size: Size, frames: readonly Frame[]): (Frame & { part: Part })[] => {
  const kept: (Frame & { part: Part })[] = [];
  for (const frame of frames) {
    const before = kept.at(-1);
    const part = before ? changedPart(size, before.rgb, frame.rgb) : { left: 0, top: 0, ...size };
    if (part) kept.push({ ...frame, part });
    else if (before) before.shownMs += frame.shownMs;
  }
  return kept;
};

/**
 * Frames as one animated PNG (APNG) of at most 256 colours that plays for ever; each holds only what changed. A viewer
 * that does not know the format shows the first. Throws where a frame has another size or is shown for too long.
 */
export const movingPng = async (size: Size, frames: readonly Frame[]): Promise<Buffer> => {
  const { width, height } = size;
  if (frames.length === 0) throw new Error("There is no frame.");
  for (const { rgb } of frames)
    if (rgb.length !== width * height * 3) throw new Error(`A frame is not of ${width} by ${height} pixels.`);
  const kept = withoutRepeats(size, frames);
  for (const { shownMs } of kept)
    if (shownMs > mostMs) throw new Error(`A frame is shown for ${shownMs} ms, at most ${mostMs} can be said.`);
  const { palette, frameOf } = await inFewColours(size, kept);
  const chunks = [
    chunk("IHDR", Buffer.concat([uint32(width, height), Buffer.from([8, 3, 0, 0, 0])])),
    chunk("acTL", uint32(kept.length, 0)),
    chunk("PLTE", palette),
  ];
  let sequence = 0;
  for (const [nth, { part, shownMs }] of kept.entries()) {
    const delay = Buffer.alloc(6);
    delay.writeUInt16BE(Math.round(shownMs));
    delay.writeUInt16BE(1000, 2);
    const place = uint32(sequence, part.width, part.height, part.left, part.top);
    chunks.push(chunk("fcTL", Buffer.concat([place, delay])));
    sequence += 1;
    const data = packed(part, frameOf(nth), width);
    if (nth === 0) chunks.push(chunk("IDAT", data));
    else {
      chunks.push(chunk("fdAT", Buffer.concat([uint32(sequence), data])));
      sequence += 1;
    }
  }
  return Buffer.concat([signature, ...chunks, chunk("IEND", Buffer.alloc(0))]);
};
