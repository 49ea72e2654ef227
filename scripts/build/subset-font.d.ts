declare module "subset-font" {
  interface Options {
    targetFormat: "woff2";
    variationAxes?: Record<string, { min: number; max: number }>;
    keepFeatures?: string[];
    preserveNameIds?: number[];
  }
  /** The font with the glyphs of `text` alone. */
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
