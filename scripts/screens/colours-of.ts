import { Transformer } from "@napi-rs/image";

/** Each pixel of a picture as 0xRRGGBB, row after row, as a library that did not write it reads it. */
export const coloursOf = async (png: Buffer): Promise<number[]> => {
  const picture = new Transformer(png);
  const { width, height } = await picture.metadata();
  const pixels = await picture.rawPixels();
  const channels = pixels.length / (width * height);
  return Array.from({ length: width * height }, (_, pixel) => pixels.readUIntBE(pixel * channels, 3));
};
