import * as z from "zod";
import { onceFor } from "../concurrency/once-for.ts";
import { type RefusalCode, refusalStatus } from "./domain-error.ts";

/**
 * A header of every answer of the API: what time it is by MongoDB's clock, in milliseconds since 1970. `Date` is the
 * host's, or a proxy's.
 */
export const serverTimeHeader = "x-server-time";

/**
 * A header of every answer of the API: TIME_ZONE, e.g. `Asia/Kolkata`, in which the days of filters, sales and file names
 * begin.
 */
export const timeZoneHeader = "x-time-zone";

/** Every refused call (specification: Answers). `code` is for programs, `error` for people. */
export const Refusal = z
  .looseObject({
    success: z.literal(false),
    code: z.enum(Object.keys(refusalStatus) as [RefusalCode, ...RefusalCode[]]),
    error: z.string(),
  })
  .meta({ id: "Refusal" });
export type Refusal = z.infer<typeof Refusal>;

/** What a client reads of one: a code that it does not know, or none, leaves the sentence readable. */
export const ReadableRefusal = Refusal.omit({ code: true });

const enclose = <T extends z.ZodRawShape>(reply: z.ZodObject<T>) => reply.extend({ success: z.literal(true) });

/**
 * What an endpoint replies, inside the envelope that every success carries: the same each time, because a schema that is
 * new is compiled anew.
 */
export const inEnvelope = onceFor(enclose) as typeof enclose;
