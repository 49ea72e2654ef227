import { Readable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import type * as z from "zod";

const mark = Symbol("streamed");

/** An answer whose rows are read while they are sent, so that any number of them takes neither memory nor the process. */
export interface Streamed<Answer> {
  [mark]: true;
  /** The whole answer, with an empty list where the rows go. */
  answer: Answer;
  /** The name of that list; no other list of the answer has it. */
  field: string;
  /** Each row is parsed by it on its way out. */
  row: z.ZodType;
  /** Some rows at a time; between two times the process does other work. */
  rows: AsyncIterable<unknown[]>;
  /** Called once, after the last row and also when the caller has gone. */
  end: () => Promise<void>;
}

/** `end` may be left out where nothing is held for the rows. */
export const streamed = <Answer>(
  parts: Omit<Streamed<Answer>, typeof mark | "end"> & Partial<Pick<Streamed<Answer>, "end">>,
): Streamed<Answer> => ({ end: async () => undefined, ...parts, [mark]: true });
export const isStreamed = <Answer>(answer: Answer | Streamed<Answer>): answer is Streamed<Answer> =>
  typeof answer === "object" && answer !== null && mark in answer;

/** Resolves once its `end` was called. */
export const ended = (answer: Streamed<unknown>): Promise<void> =>
  new Promise((resolve) => {
    const { end } = answer;
    answer.end = () => {
      resolve();
      return end();
    };
  });

/** This many rows take a millisecond or two. */
const rowsPerTurn = 100;

/** The rows of these records, some at a time; between two times the process does other work. */
export async function* rowsOf<Record, Row>(
  records: readonly Record[],
  show: (record: Record) => Row,
): AsyncGenerator<Row[]> {
  for (let from = 0; from < records.length; from += rowsPerTurn) {
    yield records.slice(from, from + rowsPerTurn).map(show);
    await turn();
  }
}

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Reads each of them in a turn. */
async function* inTurns<T>(pieces: AsyncIterable<T>, inTurn: Turn): AsyncGenerator<T> {
  const reading = pieces[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await inTurn(() => reading.next());
      if (done) return;
      yield value;
    }
  } finally {
    await reading.return?.();
  }
}

/** The text of the answer, some rows at a time. */
export async function* textOf<Answer>(envelope: z.ZodType, { answer, field, row, rows }: Streamed<Answer>) {
  const whole = JSON.stringify(envelope.parse({ success: true, ...answer }));
  // Quotes inside a text are escaped, so this is found at the list alone.
  const [before, after, more] = whole.split(`"${field}":[]`);
  if (after === undefined || more !== undefined) throw new Error(`the answer has no place for ${field}`);
  yield `${before}"${field}":[`;
  let isFirst = true;
  for await (const some of rows) {
    if (some.length === 0) continue;
    yield `${isFirst ? "" : ","}${some.map((one) => JSON.stringify(row.parse(one))).join(",")}`;
    isFirst = false;
  }
  yield `]${after}`;
}

/** Whether an answer may be sent on. */
export interface Allowed {
  /** Its error ends the answer. */
  check: () => Promise<void>;
  /** How often it is checked while nothing is sent. */
  everyMs: number;
}

async function* whileChecked<T>(pieces: AsyncIterable<T>, { check }: Allowed): AsyncGenerator<T> {
  for await (const piece of pieces) {
    await check();
    yield piece;
  }
}

/**
 * Checks before each piece whether it is allowed, and every `everyMs` meanwhile: a caller who reads nothing, so that no
 * piece is sent, would else keep their turn until the connection ends.
 */
export const whileAllowed = <T>(pieces: AsyncIterable<T>, allowed: Allowed): Readable => {
  const stream = Readable.from(whileChecked(pieces, allowed), { objectMode: false });
  const timer = setInterval(() => void allowed.check().catch((error: Error) => stream.destroy(error)), allowed.everyMs);
  timer.unref();
  stream.once("close", () => clearInterval(timer));
  return stream;
};

/**
 * Each piece is read in a turn. What fails on the way, or is not allowed any more, ends the connection: half an answer
 * must not look whole.
 */
export const streamOf = <Answer>(
  envelope: z.ZodType,
  parts: Streamed<Answer>,
  allowed: Allowed,
  inTurn: Turn,
): Readable => {
  const pieces = inTurns(textOf(envelope, parts), inTurn);
  const stream = whileAllowed(pieces, allowed);
  stream.once("close", () => void parts.end().catch(() => undefined));
  return stream;
};
