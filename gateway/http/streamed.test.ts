import { EventEmitter, once } from "node:events";
import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import pLimit from "p-limit";
import { expect, test } from "vitest";
import * as z from "zod";
import { streamed, streamOf } from "./streamed.ts";

const envelope = z.object({ success: z.literal(true), rows: z.array(z.number()) });
const allowed = { check: async () => undefined, everyMs: 60_000 };

/** A list of three pieces, and how many of all lists were being read at once. */
const listOf = (under: { now: number; most: number }) => {
  const told = { ended: false };
  async function* rows() {
    try {
      for (let piece = 0; piece < 3; piece += 1) {
        under.now += 1;
        under.most = Math.max(under.most, under.now);
        await turn();
        under.now -= 1;
        yield [piece];
      }
    } finally {
      told.ended = true;
    }
  }
  return { told, answer: streamed({ answer: { rows: [] as number[] }, field: "rows", row: z.number(), rows: rows() }) };
};

test("pieces of lists that share a turn are read one after another, and each list is whole", async () => {
  const under = { now: 0, most: 0 };
  const inTurn = pLimit(1);

  const texts = Array.from({ length: 5 }, () => text(streamOf(envelope, listOf(under).answer, allowed, inTurn)));

  expect(await Promise.all(texts)).toEqual(Array(5).fill('{"success":true,"rows":[0,1,2]}'));
  expect(under.most).toBe(1);
});

test("a list that nobody reads to its end is ended, and gives its turn back", async () => {
  const under = { now: 0, most: 0 };
  const inTurn = pLimit(1);
  const { told, answer } = listOf(under);
  const stream = streamOf(envelope, answer, allowed, inTurn);
  for await (const _piece of stream) break;

  expect(await text(streamOf(envelope, listOf(under).answer, allowed, inTurn))).toBe('{"success":true,"rows":[0,1,2]}');
  expect(told.ended).toBe(true);
});

test("a list of which nobody reads a piece ends once it is not allowed any more", async () => {
  const ended = new EventEmitter();
  const { answer } = listOf({ now: 0, most: 0 });
  answer.end = async () => void ended.emit("ended");
  const isOver = once(ended, "ended");
  const signedOut = new Error("signed out");
  const check = () => Promise.reject(signedOut);

  const stream = streamOf(envelope, answer, { check, everyMs: 1 }, pLimit(1));

  expect(await once(stream, "error")).toEqual([signedOut]);
  await isOver;
});
