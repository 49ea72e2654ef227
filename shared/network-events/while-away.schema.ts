import * as z from "zod";
import { Id, Moment } from "../http/fields.ts";

/** A shorter absence does not count. */
export const shortestAwayMs = 3_600_000;
/** What is older is left to the lists. */
export const longestAwayMs = 7 * 86_400_000;
/** Who was away longer reads the lists. */
export const mostAwayLines = 12;
/** At most this many actions of one operator are named. */
export const mostVerbs = 3;

const Named = z.object({ _id: Id, name: z.string() });
const count = z.number().int();

/** What happened while an operator was away, summed: one line. `at` is when it happened last, or since when it goes on. */
export const AwayLine = z
  .discriminatedUnion("kind", [
    /** A machine was not heard, or several of a region: then `machine` is null. */
    z.object({
      kind: z.literal("outage"),
      at: Moment,
      machine: Named.nullable(),
      words: z.string(),
      times: count,
      /** All outages together, in milliseconds; of one that goes on, until now. */
      lastedMs: count,
      isOver: z.boolean(),
    }),
    /** Another critical alarm. */
    z.object({
      kind: z.literal("alarm"),
      at: Moment,
      alarm: Id,
      words: z.string(),
      times: count,
      isOver: z.boolean(),
    }),
    /** Cans that did not come out and still wait for somebody; `transaction` is the newest. */
    z.object({ kind: z.literal("failed vends"), at: Moment, machine: Named, count, transaction: Id }),
    /** `transaction` where it was one. */
    z.object({ kind: z.literal("refunds"), at: Moment, by: Named, count, transaction: Id.nullable() }),
    /** What another operator did: what they did most often, and how often anything else. */
    z.object({
      kind: z.literal("actions"),
      at: Moment,
      by: Named,
      verbs: z.array(z.object({ verb: z.string(), count })),
      others: count,
    }),
  ])
  .meta({ id: "AwayLine" });
export type AwayLine = z.infer<typeof AwayLine>;

export const Away = z
  .object({
    /** The last visit, or the longest absence that is looked at. */
    from: Moment,
    /** The sign-in. */
    until: Moment,
    isCut: z.boolean(),
    /** The gravest first, then the newest. */
    lines: z.array(AwayLine),
    /** How many more lines there would be. */
    more: count,
  })
  .meta({ id: "Away" });
export type Away = z.infer<typeof Away>;
