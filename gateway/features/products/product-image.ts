import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Transformer } from "@napi-rs/image";
import { GridFSBucket } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** What may be uploaded, by its content; the file's name and declared type are not believed. */
const accepted = new Set(["png", "jpeg", "webp"]);
/** A small file can hold a huge picture: its size is read from its head, before anything is decoded. */
const maxSide = 6_000;
const maxPixels = 24_000_000;
const shownSide = 1_000;

const refuse = (why: string) => new DomainError("invalid", why);

/**
 * Decodes an upload and draws it anew as WebP of at most 1000 by 1000 pixels, so that nothing of the file itself is ever
 * served. Runs on the pool's threads. Throws `unsupported` or `invalid` saying what is wrong.
 */
export const redraw = async (upload: Buffer): Promise<Buffer> => {
  const head = await new Transformer(upload).metadata().catch(() => null);
  if (!head || !accepted.has(head.format)) {
    throw new DomainError("unsupported", "The image must be a PNG, JPEG or WebP file");
  }
  const { width, height } = head;
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw refuse(`The image is ${width} by ${height} pixels; at most ${maxSide} by ${maxSide} are allowed`);
  }
  try {
    const drawing = new Transformer(upload).rotate();
    const scale = Math.min(1, shownSide / Math.max(width, height));
    if (scale < 1) drawing.resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
    return await drawing.webp(85);
  } catch {
    throw refuse("The image is damaged and cannot be read");
  }
};

/** Images in GridFS, under names of ours that nobody can guess: they are served without a sign-in. */
export const createProductImages = ({ db }: Pick<Mongo, "db">) => {
  const bucket = new GridFSBucket(db, { bucketName: "productImages" });
  const remove = async (name: string): Promise<void> => {
    for await (const { _id } of bucket.find({ filename: name })) await bucket.delete(_id);
  };
  return {
    /** Stores a picture and answers its name; it is visible once a product names it. */
    store: async (picture: Buffer): Promise<string> => {
      const name = `${randomBytes(16).toString("hex")}.webp`;
      await pipeline(Readable.from([picture]), bucket.openUploadStream(name));
      return name;
    },
    remove,
    /** Null when there is no such picture. */
    read: async (name: string): Promise<Readable | null> => {
      const [found] = await bucket.find({ filename: name }).limit(1).toArray();
      return found ? bucket.openDownloadStream(found._id) : null;
    },
  };
};
export type ProductImages = ReturnType<typeof createProductImages>;
