import { Transformer } from "@napi-rs/image";

interface File {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A plain picture of this size. */
export const pictureFile = async (width = 120, height = 200): Promise<File> => {
  const pixels = Buffer.alloc(width * height * 4, 0xc0);
  return {
    name: "can.png",
    mimeType: "image/png",
    buffer: await Transformer.fromRgbaPixels(pixels, width, height).png(),
  };
};

/** A program that calls itself a picture. */
export const renamedProgram: File = {
  name: "can.png",
  mimeType: "image/png",
  buffer: Buffer.concat([Buffer.from("MZ"), Buffer.alloc(4_000, 7)]),
};

/** A drawing that carries a script. */
export const drawingWithScript: File = {
  name: "can.svg",
  mimeType: "image/svg+xml",
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
};

export const tooLarge: File = { name: "poster.png", mimeType: "image/png", buffer: Buffer.alloc(5 * 1_048_576 + 1, 1) };
