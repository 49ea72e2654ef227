import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Eight bytes that begin every PNG. */
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const paletteSize = 256;

interface Pixels {
  width: number;
  height: number;
  /** One colour per pixel, as 0xRRGGBB. */
  colours: Uint32Array;
}

interface Chunk {
  type: string;
  data: Buffer;
}

const chunksOf = (png: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
};

/** What the byte was predicted to be (PNG specification, filter types 0 to 4). */
const predicted = (filter: number, left: number, up: number, upLeft: number): number => {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - upLeft;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - upLeft)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : upLeft;
};

/** Reads a screenshot: 8 bits a channel, without interlacing. Transparency is dropped, a page has none. */
const readPng = (png: Buffer): Pixels => {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === "IHDR")?.data;
  const channels = { 2: 3, 6: 4 }[header?.[9] ?? 0];
  if (header?.[8] !== 8 || !channels) throw new Error("This PNG is no screenshot of 8 bits a channel.");
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const raw = inflateSync(Buffer.concat(chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data)));
  const stride = width * channels;
  const lines = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (lines[at - channels] ?? 0) : 0;
      const up = y > 0 ? (lines[at - stride] ?? 0) : 0;
      const upLeft = x >= channels && y > 0 ? (lines[at - stride - channels] ?? 0) : 0;
      lines[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + predicted(filter, left, up, upLeft);
    }
  }
  const colours = new Uint32Array(width * height);
  for (let pixel = 0; pixel < colours.length; pixel += 1) colours[pixel] = lines.readUIntBE(pixel * channels, 3);
  return { width, height, colours };
};

const distance = (a: number, b: number): number => {
  const [red, green, blue] = [(a >> 16) - (b >> 16), ((a >> 8) & 255) - ((b >> 8) & 255), (a & 255) - (b & 255)];
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
};

/** The most frequent colours come first; this many of them are sure of a place. */
const sureOfPlace = 64;

/**
 * A palette, and for every colour of the picture its nearest in it. The places that are left go, one after the other,
 * to the colour that is missed most, so that one red word on a grey page stays red.
 */
const paletteOf = (colours: Uint32Array): { palette: number[]; placeOf: Map<number, number> } => {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const known = [...counts].map(([colour, count]) => ({ colour, count, place: 0, far: Number.POSITIVE_INFINITY }));
  known.sort((a, b) => b.count - a.count);
  const palette: number[] = [];
  const add = (added: number) => {
    for (const one of known) {
      const far = distance(one.colour, added);
      if (far < one.far) Object.assign(one, { far, place: palette.length });
    }
    palette.push(added);
  };
  for (const { colour } of known.slice(0, sureOfPlace)) add(colour);
  while (palette.length < Math.min(paletteSize, known.length)) {
    const missed = known.reduce((most, one) => (one.far * one.count > most.far * most.count ? one : most));
    if (missed.far === 0) break;
    add(missed.colour);
  }
  return { palette, placeOf: new Map(known.map(({ colour, place }) => [colour, place])) };
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** The same picture with at most 256 colours: a third of the size, and no eye sees it on a page of flat colours. */
export const smallPng = (png: Buffer): Buffer => {
  const { width, height, colours } = readPng(png);
  const { palette, placeOf } = paletteOf(colours);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) lines[y * (width + 1) + 1 + x] = placeOf.get(colours[y * width + x] ?? 0) ?? 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]))),
    chunk("IDAT", deflateSync(lines, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
