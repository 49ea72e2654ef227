import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ResizeFit, Transformer } from "@napi-rs/image";
import { GridFSBucket } from "mongodb";
import pLimit from "p-limit";
import { DomainError } from "#shared/http/domain-error.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type ImageHead, imageHead } from "./image-head.ts";
import { drawnChunks } from "./png-chunks.ts";

/** A small file can hold a huge picture: its size is read from its head, before anything is decoded. */
const maxSide = 6_000;
const maxPixels = 24_000_000;
const shownSide = 1_000;

/** A picture of 24 million pixels takes some hundred megabytes while it is drawn: one at a time. */
const turns = pLimit(1);
const uploadsWaiting = 8;

export const tooManyUploads = () =>
  new DomainError("unavailable", "Too many images are being uploaded right now; try again shortly");
const refuse = (why: string) => new DomainError("invalid", why);

/**
 * Decodes an upload and draws it anew as WebP of at most 1000 by 1000 pixels, so that nothing of the file itself is ever
 * served. The content decides what it is; the file's name and declared type are not believed. Runs on the pool's
 * threads. Throws `unsupported` or `invalid` saying what is wrong, `unavailable` where too many wait.
 */
export const redraw = async (upload: Buffer): Promise<Buffer> => {
  const head = imageHead(upload);
  if (!head) throw new DomainError("unsupported", "The image must be a PNG, JPEG or WebP file");
  const { width, height } = head;
  if (width > maxSide || height > maxSide || width * height > maxPixels) {
    throw refuse(`The image is ${width} by ${height} pixels; allowed are ${maxSide} a side and 24 million in all`);
  }
  if (turns.pendingCount >= uploadsWaiting) throw tooManyUploads();
  return turns(() => draw(head.format === "png" ? drawnChunks(upload) : upload, head));
};

const draw = async (file: Buffer, { width, height }: ImageHead): Promise<Buffer> => {
  try {
    const drawing = new Transformer(file).rotate();
    // Into a square, because a photo that was taken upright is turned only now and its sides change places.
    if (Math.max(width, height) > shownSide) drawing.resize(shownSide, shownSide, null, ResizeFit.Inside);
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
