import { crc32, deflateSync } from "node:zlib";
import { Transformer } from "@napi-rs/image";

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
};

/** A complete black-and-white PNG by hand: a large one takes next to nothing. `words` go into a text chunk. */
export const png = (width: number, height: number, words = ""): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 1;
  const row = 1 + Math.ceil(width / 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    ...(words ? [chunk("tEXt", Buffer.from(`Comment\0${words}`, "latin1"))] : []),
    chunk("IDAT", deflateSync(Buffer.alloc(row * height), { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

/** A PNG with one more chunk behind its head, such as `iCCP`, a colour profile that unpacks to `megabytes`. */
export const stuffed = (type: string, megabytes: number): Buffer => {
  const plain = png(20, 20);
  const headEnd = 8 + 12 + 13;
  const packed = deflateSync(Buffer.alloc(megabytes * 1_048_576), { level: 9 });
  const more = chunk(type, Buffer.concat([Buffer.from("name\0\0", "latin1"), packed]));
  return Buffer.concat([plain.subarray(0, headEnd), more, plain.subarray(headEnd)]);
};

/** A red picture in the formats that an operator has. */
export const picture = async (format: "png" | "jpeg" | "webp", width = 40, height = 30): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([220, 20, 60, 255], at);
  const drawing = Transformer.fromRgbaPixels(pixels, width, height);
  if (format === "png") return drawing.png();
  return format === "jpeg" ? drawing.jpeg(90) : drawing.webp(90);
};

/** The same JPEG as a camera writes it that was held upright: to be turned by a quarter when it is shown. */
export const turned = (jpeg: Buffer): Buffer => {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0];
  const tiff = Buffer.from([0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0]);
  const body = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
  const head = Buffer.alloc(4);
  head.writeUInt16BE(0xffe1, 0);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)]);
};

export const svgWithScript = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(document.cookie)</script></svg>`,
);
export const program = Buffer.concat([Buffer.from("MZ\x90\x00", "latin1"), Buffer.alloc(4_000, 7)]);
export const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
