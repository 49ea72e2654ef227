import * as z from "zod";
import { Presence } from "../live-status/live-status.schema.ts";

/**
 * What goes over the bus and is never stored. A signal may be lost: its receivers find the same by a sweep, a read or
 * the next message.
 */
export const signals = {
  /** Units were heard, or fell silent: the same shape, because a screen derives the state from `lastSeen`. */
  "presence.changed": z.object({
    presences: z.array(Presence).max(5000),
    /** By Redis's clock, as their times are; left out where those are MongoDB's, and by an earlier version. */
    now: z.number().optional(),
  }),
  /** Presence of unknown many changed at once: pages that show it load again. */
  "presence.reload": z.object({}),
  /** A unit has connected at this gateway: any other gateway ends an older connection of it. */
  "unit.connected": z.object({
    serialNumber: z.string(),
    gateway: z.string(),
    connection: z.string(),
    /** Their order, since a signal may be late; a gateway of an earlier version names none. */
    connectionNumber: z.number().int().optional(),
  }),
  /** A command waits for this gateway, which has its unit. Sent to one gateway alone. */
  "command.ready": z.object({ commandId: z.string() }),
} as const;

export type SignalName = keyof typeof signals;
export type Signal<N extends SignalName> = z.output<(typeof signals)[N]>;
