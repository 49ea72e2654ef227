/** What a picture is drawn from: its head, colours, transparency and pixels, and how the camera was held. */
const drawn = new Set(["IHDR", "PLTE", "tRNS", "eXIf", "IDAT", "IEND"]);

/** Length, type and checksum around each chunk's content; the file's signature before them. */
const frameBytes = 12;
const signatureBytes = 8;
/** Writers of pictures cut these every few kilobytes. Empty ones by the hundred thousand would keep the process busy. */
const mostChunks = 10_000;

/**
 * A PNG without what is not drawn. A colour profile is packed: the decoder would unpack a megabyte of the file to a
 * gigabyte of memory before it looks at a pixel. What follows the end, ten thousand chunks, or one that is not all there,
 * is dropped.
 */
export const drawnChunks = (file: Buffer): Buffer => {
  const kept = [file.subarray(0, signatureBytes)];
  let at = signatureBytes;
  for (let seen = 0; seen < mostChunks && at + frameBytes <= file.length; seen += 1) {
    const end = at + frameBytes + file.readUInt32BE(at);
    if (end > file.length) break;
    const type = file.toString("latin1", at + 4, at + 8);
    if (drawn.has(type)) kept.push(file.subarray(at, end));
    if (type === "IEND") break;
    at = end;
  }
  return Buffer.concat(kept);
};
