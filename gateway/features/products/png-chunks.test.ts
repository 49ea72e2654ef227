import { Transformer } from "@napi-rs/image";
import { expect, test } from "vitest";
import { drawnChunks } from "./png-chunks.ts";
import { redraw } from "./product-image.ts";
import { picture, png, stuffed } from "./testing/pictures.ts";

test.each(["iCCP", "zTXt", "iTXt", "sPLT", "acTL"])(
  "of a picture that carries %s the decoder is given what is drawn and nothing else",
  async (type) => {
    const file = stuffed(type, 4);

    expect(drawnChunks(file)).toEqual(png(20, 20));
    expect(await new Transformer(await redraw(file)).metadata()).toMatchObject({ width: 20, height: 20 });
  },
);

test("a picture stays what it is, and what follows its end goes", async () => {
  const file = await picture("png");

  expect(drawnChunks(file)).toEqual(file);
  expect(drawnChunks(Buffer.concat([file, Buffer.from("and more")]))).toEqual(file);
});

test("a chunk that says that it is longer than the file is dropped, and the picture refused", async () => {
  const file = png(20, 20);
  file.writeUInt32BE(0x7fffffff, 33);

  expect(drawnChunks(file)).toEqual(file.subarray(0, 33));
  await expect(redraw(file)).rejects.toThrow("The image is damaged and cannot be read");
});

test("of many pictures at once a few wait for their turn, and the others must come again", async () => {
  const file = await picture("png");

  const ends = await Promise.allSettled(Array.from({ length: 12 }, () => redraw(file)));

  expect(ends.filter(({ status }) => status === "fulfilled").length).toBeGreaterThanOrEqual(8);
  const refused = ends.flatMap((end) => (end.status === "rejected" ? [(end.reason as Error).message] : []));
  expect(refused.length).toBeGreaterThan(0);
  for (const words of refused) expect(words).toBe("Too many images are being uploaded right now; try again shortly");
});

test("of chunks by the hundred thousand ten thousand are looked at: empty ones keep nobody waiting", async () => {
  const [head, empty] = [png(20, 20).subarray(0, 33), Buffer.from("\0\0\0\0IDAT\0\0\0\0", "latin1")];
  const file = Buffer.concat([head, ...Array<Buffer>(100_000).fill(empty)]);

  expect(drawnChunks(file)).toHaveLength(head.length + 9_999 * empty.length);
  await expect(redraw(file)).rejects.toThrow("The image is damaged and cannot be read");
});
