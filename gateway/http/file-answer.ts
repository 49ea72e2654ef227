import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { type Allowed, whileAllowed } from "./streamed.ts";

interface File {
  /** As it is saved. */
  name: string;
  /** Its media type. */
  kind: string;
  /** Left out where it is made while it is sent. */
  bytes?: number;
  content: Readable;
}
const mark = Symbol("a file");

/** What an endpoint answers that is declared with `file`, in place of its reply. */
export interface FileAnswer {
  readonly [mark]: File;
}

export const fileAnswer = (file: File): FileAnswer => ({ [mark]: file });
export const isFile = (answer: object): answer is FileAnswer => mark in answer;

/** Names of letters, digits and blanks as they are; whatever else as RFC 5987 has it. */
const disposition = (name: string): string => {
  const plain = name.replace(/[^\w .,()-]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`;
};

/** Sends it as something to be saved, which nobody keeps on the way, as long as its caller is signed in. */
export const sendFile = (
  reply: FastifyReply,
  { [mark]: { name, kind, bytes, content } }: FileAnswer,
  allowed: Allowed,
) => {
  const stream = whileAllowed(content, allowed);
  // Also where not a byte of it was read.
  stream.once("close", () => content.destroy());
  if (bytes !== undefined) void reply.header("content-length", bytes);
  return reply
    .header("content-disposition", disposition(name))
    .header("cache-control", "private, no-store")
    .header("x-content-type-options", "nosniff")
    .type(kind)
    .send(stream);
};

/** Resolves once it was read or given up. */
export const closed = ({ [mark]: { content } }: FileAnswer): Promise<void> =>
  new Promise((resolve) => {
    if (content.closed) resolve();
    else content.once("close", () => resolve());
  });

/** Nobody reads it any more. */
export const endFile = ({ [mark]: { content } }: FileAnswer): void => {
  content.destroy();
};
