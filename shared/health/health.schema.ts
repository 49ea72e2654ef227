import * as z from "zod";
import { Moment } from "../http/fields.ts";

/** The processes of an installation: gateways, workers, and workers that make reports. */
export const processKinds = ["gateway", "workers", "reports"] as const;
export type ProcessKind = (typeof processKinds)[number];

/** `unknown`: what was to be measured did not answer. */
const healthStates = ["ok", "warn", "bad", "unknown"] as const;
export type HealthState = (typeof healthStates)[number];

/** One figure of the installation. */
export const HealthLine = z
  .object({
    id: z.string(),
    group: z.string(),
    title: z.string(),
    state: z.enum(healthStates),
    /** The figure in words. */
    words: z.string(),
    /** From which figure on it is amber or red, in words; null where it has no bound. */
    bound: z.string().nullable(),
    /** For a line that is unknown: when a sample had it last; null where none had. */
    knownAt: Moment.nullable(),
    /** The last day, the oldest first, one each 5 minutes; null where there is no sample. */
    lastDay: z.array(z.number().nullable()),
  })
  .meta({ id: "HealthLine" });
export type HealthLine = z.infer<typeof HealthLine>;

/** One process, as it reported itself last. */
export const HealthProcess = z
  .object({
    _id: z.string(),
    kind: z.enum(processKinds),
    host: z.string(),
    version: z.string(),
    startedAt: Moment,
    seenAt: Moment,
    /** It ended without saying so, or cannot reach MongoDB. */
    isGone: z.boolean(),
    /** How late the event loop was, at the 99th percentile of the last seconds. */
    loopDelayMs: z.number(),
    memoryBytes: z.number(),
    /** How much its clock is ahead of MongoDB's. */
    clockSkewMs: z.number(),
  })
  .meta({ id: "HealthProcess" });
export type HealthProcess = z.infer<typeof HealthProcess>;
