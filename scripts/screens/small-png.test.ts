import { Transformer } from "@napi-rs/image";
import { expect, test } from "vitest";
import { coloursOf } from "./colours-of.ts";
import { smallPng } from "./small-png.ts";

const pictureOf = (rows: number[][]): Promise<Buffer> => {
  const pixels = Buffer.from(rows.flat().flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]));
  return Transformer.fromRgbaPixels(pixels, rows[0]?.length ?? 0, rows.length).png();
};

test("a picture of few colours stays as it is", async () => {
  const rows = [
    [0xffffff, 0x0b6e66, 0xffffff],
    [0xb3261e, 0xffffff, 0x151a21],
    [0x0b6e66, 0x0b6e66, 0xffffff],
    [0xdfe3e8, 0xb3261e, 0x0b6e66],
  ];
  expect(await coloursOf(await smallPng(await pictureOf(rows)))).toEqual(rows.flat());
});

test("one red word on a page of a thousand greys stays red", async () => {
  const greys = Array.from({ length: 1_000 }, (_, pixel) => {
    const shade = pixel % 250;
    return (shade << 16) | (shade << 8) | Math.min(255, shade + Math.floor(pixel / 250));
  });
  const picture = await pictureOf([[...greys, ...greys, 0xb3261e]]);
  const small = await smallPng(picture);
  expect((await coloursOf(small)).at(-1)).toBe(0xb3261e);
  expect(new Set(await coloursOf(small)).size).toBeLessThanOrEqual(256);
});
