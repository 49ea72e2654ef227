/** What a picture is drawn from: its head, colours, transparency and pixels, and how the camera was held. */
const drawn = new Set(["IHDR", "PLTE", "tRNS", "eXIf", "IDAT", "IEND"]);

/** Length, type and checksum around each chunk's content; the file's signature before them. */
const frameBytes = 12;
const signatureBytes = 8;

/**
 * A PNG without what is not drawn. A colour profile is packed: the decoder would unpack a megabyte of the file to a
 * gigabyte of memory before it looks at a pixel. What follows the end, or a chunk that is not all there, is dropped.
 */
export const drawnChunks = (file: Buffer): Buffer => {
  const kept = [file.subarray(0, signatureBytes)];
  let at = signatureBytes;
  while (at + frameBytes <= file.length) {
    const end = at + frameBytes + file.readUInt32BE(at);
    if (end > file.length) break;
    const type = file.toString("latin1", at + 4, at + 8);
    if (drawn.has(type)) kept.push(file.subarray(at, end));
    if (type === "IEND") break;
    at = end;
  }
  return Buffer.concat(kept);
};
