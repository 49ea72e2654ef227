import { setImmediate as turn } from "node:timers/promises";
import type { Collection, Document } from "mongodb";
import type * as z from "zod";
import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { CallAnswer, Endpoint } from "#shared/http/endpoint.ts";
import { inEnvelope } from "#shared/http/envelope.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { type Coding, packOnce } from "./compression.ts";
import { type Streamed, textOf } from "./streamed.ts";

const mark = Symbol("shared");

/** An answer that several callers are sent, made and packed once for all of them. */
export interface SharedAnswer {
  [mark]: true;
  /** Resolves for one caller after the other, with other work between. */
  packedFor(coding: Coding): Promise<{ coding: Coding; body: Buffer }>;
}
export const isShared = (answer: unknown): answer is SharedAnswer =>
  typeof answer === "object" && answer !== null && mark in answer;

/**
 * For a list of everything, which all operators load at once after a reconnect: it is read, checked and packed once for
 * all requests before the reading began (a later one gets the next reading, so that it is never older than the caller's
 * own write or an event), in pieces between which the process does other work. It contains nothing of a caller, whose
 * permission is checked before.
 */
export const shareAnswers = <
  P extends z.ZodObject<z.ZodRawShape> | undefined,
  Q extends z.ZodObject<z.ZodRawShape> | undefined,
  B extends z.ZodType | undefined,
  R extends z.ZodObject<z.ZodRawShape>,
>(
  endpoint: Endpoint<P, Q, B, R>,
  read: () => Promise<Streamed<CallAnswer<Endpoint<P, Q, B, R>>>>,
): (() => Promise<SharedAnswer>) =>
  createSharedRun(async () => {
    const answer = await read();
    const pieces: Buffer[] = [];
    try {
      for await (const text of textOf(inEnvelope(endpoint.reply), answer)) pieces.push(Buffer.from(text));
    } finally {
      await answer.end();
    }
    const packedFor = packOnce(Buffer.concat(pieces));
    // Each waiting caller would be answered in one go, and all else would wait for the last of them.
    let sent: Promise<unknown> = Promise.resolve();
    return {
      [mark]: true,
      packedFor: async (coding) => {
        const packed = await packedFor(coding);
        sent = sent.then(() => turn());
        await sent;
        return packed;
      },
    };
  });

interface Bound<D extends Document, None> {
  mongo: Pick<Mongo, "readAsOf">;
  /** Whose records the list has. */
  collection: Collection<D>;
  /** The answer without a row. */
  none: None;
}

/** The same for a list for which a caller may set `upTo`: if it is longer, only its length is answered. */
export const shareUpTo =
  <D extends Document, None extends object>(
    whole: () => Promise<SharedAnswer>,
    { mongo, collection, none }: Bound<D, None>,
  ) =>
  async ({ query: { upTo } }: { query: { upTo?: number | undefined } }) => {
    if (upTo === undefined) return whole();
    const total = await collection.estimatedDocumentCount();
    if (total <= upTo) return whole();
    const { asOf } = await mongo.readAsOf((session) => collection.findOne({}, { session, projection: { _id: 1 } }));
    return { ...none, total, asOf };
  };
