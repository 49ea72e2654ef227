import { expect, test } from "vitest";
import { imageHead } from "./image-head.ts";
import { gif, picture, png, program, svgWithScript } from "./testing/pictures.ts";

test.each(["png", "jpeg", "webp"] as const)("a %s picture's size is read from its head", async (format) => {
  expect(imageHead(await picture(format, 321, 123))).toEqual({ format, width: 321, height: 123 });
});

test("a huge picture is measured without being decoded", () => {
  const file = png(20_000, 20_000);
  const before = process.memoryUsage().rss;

  expect(imageHead(file)).toEqual({ format: "png", width: 20_000, height: 20_000 });

  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1_048_576);
});

/** An extended WebP file: a canvas, and a picture in it that may be of another size. */
const extendedWebp = async (canvas: number, picture_: Buffer) => {
  const inner = picture_.subarray(12);
  const chunk = Buffer.alloc(18);
  chunk.write("VP8X", 0, "latin1");
  chunk.writeUInt32LE(10, 4);
  chunk.writeUIntLE(canvas - 1, 12, 3);
  chunk.writeUIntLE(canvas - 1, 15, 3);
  return Buffer.concat([picture_.subarray(0, 12), chunk, inner]);
};

test("where canvas and picture of a WebP file disagree the larger one counts", async () => {
  const small = await picture("webp", 40, 30);

  expect(imageHead(await extendedWebp(16, small))).toMatchObject({ width: 40, height: 30 });
  expect(imageHead(await extendedWebp(16_000, small))).toMatchObject({ width: 16_000, height: 16_000 });
});

/** The head of a frame of 30,000 by 30,000 pixels. */
const hugeFrame = [0xff, 0xc0, 0, 11, 8, 0x75, 0x30, 0x75, 0x30, 1, 1, 0x11, 0];

test.each([
  ["before its own", hugeFrame],
  ["behind bytes that belong to nothing", [1, 2, 3, ...hugeFrame]],
  ["behind bytes that fill up", [0xff, 0x00, ...hugeFrame]],
])("of several frames in a JPEG file the largest counts: one stands %s", async (_where, hidden) => {
  const file = await picture("jpeg", 40, 30);

  expect(imageHead(Buffer.concat([file.subarray(0, 2), Buffer.from(hidden), file.subarray(2)]))).toMatchObject({
    width: 30_000,
    height: 30_000,
  });
});

test.each([
  ["an SVG", svgWithScript],
  ["a program", program],
  ["a GIF", gif],
  ["nothing", Buffer.alloc(0)],
  ["the first bytes of a PNG", png(9, 9).subarray(0, 20)],
  ["the first bytes of a JPEG", Buffer.from([0xff, 0xd8, 0xff])],
  ["a JPEG that goes nowhere", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0])],
  ["a RIFF file of sound", Buffer.from("RIFF\x20\0\0\0WAVEfmt \x10\0\0\0", "latin1")],
  ["a WebP file without a picture", Buffer.from(`RIFF\x20\0\0\0WEBPANMF\x10\0\0\0${"\0".repeat(20)}`, "latin1")],
])("%s is no picture that is accepted", (_title, file) => {
  expect(imageHead(file)).toBeNull();
});

test.each(["png", "jpeg", "webp"] as const)(
  "a %s file that is cut off anywhere is measured or refused, never an error",
  async (format) => {
    const file = await picture(format, 64, 64);

    for (let length = 0; length < Math.min(file.length, 700); length += 1) {
      const head = imageHead(file.subarray(0, length));
      if (head) expect(head).toEqual({ format, width: 64, height: 64 });
    }
  },
);
