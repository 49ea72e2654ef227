/** What a picture's head says of it, read without decoding anything. */
export interface ImageHead {
  format: "png" | "jpeg" | "webp";
  width: number;
  height: number;
}

const tagAt = (file: Buffer, at: number): string => file.toString("latin1", at, at + 4);

const pngHead = (file: Buffer): ImageHead | null => {
  const isPng = file.toString("latin1", 0, 8) === "\x89PNG\r\n\x1a\n" && tagAt(file, 12) === "IHDR";
  if (!isPng || file.length < 24) return null;
  return { format: "png", width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
};

/** Markers of a frame's head: C0 to CF, but for those of tables (C4, CC) and one that is reserved (C8). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const mostColours = 4;
/** A camera's file has one or two, and a few by chance in what else it holds. */
const mostFrames = 1_000;

/**
 * The largest frame header anywhere in the file counts. The decoder finds its own way to it, over filler bytes and
 * bytes that belong to nothing: a file that said 16 by 16 to others was drawn as 20,000 by 20,000.
 */
const jpegHead = (file: Buffer): ImageHead | null => {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return null;
  let [width, height] = [0, 0];
  let seen = 0;
  for (let colours = 1; colours <= mostColours; colours += 1) {
    // How long the head is, and eight bits for each colour.
    const begin = Buffer.from([0, 8 + 3 * colours, 8]);
    for (let at = file.indexOf(begin, 4); at >= 0; at = file.indexOf(begin, at + 1)) {
      seen += 1;
      if (seen > mostFrames) return null;
      if (file[at - 2] !== 0xff || !isFrame(file[at - 1] ?? 0) || file[at + 7] !== colours) continue;
      height = Math.max(height, file.readUInt16BE(at + 3));
      width = Math.max(width, file.readUInt16BE(at + 5));
    }
  }
  return width > 0 && height > 0 ? { format: "jpeg", width, height } : null;
};

type Size = Pick<ImageHead, "width" | "height">;

/** What one chunk of a WebP file says of the size; `at` is where its content begins. */
const webpSizes: Record<string, (file: Buffer, at: number) => Size> = {
  "VP8 ": (file, at) => ({ width: file.readUInt16LE(at + 6) & 0x3fff, height: file.readUInt16LE(at + 8) & 0x3fff }),
  VP8L: (file, at) => {
    const bits = file.readUInt32LE(at + 1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  },
  VP8X: (file, at) => ({ width: file.readUIntLE(at + 4, 3) + 1, height: file.readUIntLE(at + 7, 3) + 1 }),
};

/** Canvas and picture may disagree: the larger one counts. An animation has no picture of this kind, and is refused. */
const webpHead = (file: Buffer): ImageHead | null => {
  if (tagAt(file, 0) !== "RIFF" || tagAt(file, 8) !== "WEBP") return null;
  let [width, height] = [0, 0];
  let at = 12;
  while (at + 8 + 10 <= file.length) {
    const tag = tagAt(file, at);
    const size = webpSizes[tag]?.(file, at + 8);
    width = Math.max(width, size?.width ?? 0);
    height = Math.max(height, size?.height ?? 0);
    if (tag === "VP8 " || tag === "VP8L") return { format: "webp", width, height };
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length % 2);
  }
  return null;
};

/**
 * Format and size of a PNG, JPEG or WebP picture; null for anything else. The library decodes the whole picture first,
 * and a file of 50 kB can need gigabytes.
 */
export const imageHead = (file: Buffer): ImageHead | null => pngHead(file) ?? jpegHead(file) ?? webpHead(file);
