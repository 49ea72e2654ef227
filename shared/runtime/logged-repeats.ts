import type { LogFn } from "pino";
import { errorFields } from "./logged-errors.ts";
import { refusalIn } from "./redis-refusals.ts";

type Line = Parameters<LogFn>;
type Write = (...line: Line) => void;

const everyMs = 60_000;

interface Repeated {
  count: number;
  last: Line;
  write: Write;
}
/**
 * What a line says of a failure; null where it says of none. Words alone, without a field, are said of a part of the
 * process: that it failed, or that this is over.
 */
const failureIn = ([first]: Line): { fields: object; failure: unknown } | null => {
  if (typeof first === "string") return { fields: {}, failure: first };
  if (first instanceof Error) return { fields: { err: first }, failure: first };
  if (typeof first !== "object" || first === null) return null;
  const { err, why } = first as { err?: unknown; why?: unknown };
  return (err ?? why) ? { fields: first, failure: err ?? why } : null;
};

/** Which failure it is; what differs from one time to the next (ports, ids, counts) does not make another one of it. */
const kindOf = (failure: unknown): string => {
  const { name, code, message } = errorFields(failure);
  return String(refusalIn(failure) ?? code ?? `${name} ${message.replace(/\d+|[\da-f]{12,}/g, "#").slice(0, 120)}`);
};

/**
 * How a line names its order. A store or provider that is away fails all orders alike: `orderId` does not make another
 * failure of it, so they share one line a minute; `order` does (decision 0058).
 */
export const orderInLine = <T>(order: T, isAway: boolean): { orderId: T } | { order: T } =>
  isAway ? { orderId: order } : { order };

/**
 * A failure that comes again and again is written once, and then once a minute with how often it came meanwhile, for as
 * long as it comes: by its words, its kind, and the job or order that it is about.
 */
export const createRepeats = () => {
  const known = new Map<string, Repeated>();

  const look = (key: string): void => {
    const found = known.get(key);
    if (!found || found.count === 0) {
      known.delete(key);
      return;
    }
    const { count, last, write } = found;
    found.count = 0;
    const fields = { ...failureIn(last)?.fields, repeated: count };
    const [first, second]: unknown[] = last;
    const words = typeof first === "string" ? first : first instanceof Error ? first.message : undefined;
    write(fields, typeof second === "string" ? second : words);
    later(key);
  };
  const later = (key: string) => setTimeout(() => look(key), everyMs).unref();

  return {
    write: (line: Line, write: Write): void => {
      const found = failureIn(line);
      if (!found) {
        write(...line);
        return;
      }
      const { job, order } = found.fields as { job?: unknown; order?: unknown };
      const key = [line[1], kindOf(found.failure), job, order].map(String).join("\n");
      const before = known.get(key);
      if (before) {
        before.count += 1;
        before.last = line;
        before.write = write;
        return;
      }
      known.set(key, { count: 0, last: line, write });
      later(key);
      write(...line);
    },
  };
};
