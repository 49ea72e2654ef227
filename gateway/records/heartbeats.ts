import { byDatabaseClock } from "#shared/live-status/by-database-clock.ts";
import type { Presence } from "#shared/live-status/live-status.schema.ts";
import type { GatewayParts } from "../parts.ts";

/** Hears of units that were heard or fell silent, with times by MongoDB's clock, while somebody takes it. */
export const listenToHeartbeats = (
  { bus, clock }: Pick<GatewayParts, "bus" | "clock">,
  listener: (presences: Presence[]) => void,
) => bus.listen("presence.changed", ({ presences, now }) => listener(byDatabaseClock(presences, now, clock.now())));
