import type { PresenceStore } from "#shared/live-status/presence.server.ts";
import type { Lifecycle } from "#shared/runtime/lifecycle.ts";
import type { Logger } from "#shared/runtime/logger.ts";
import type { createGateway } from "./app.ts";
import { createReservations } from "./features/containers/reservations.ts";
import { startStockKeeping } from "./features/inventory/stock.ts";
import { startPendingWatch } from "./features/pending-counts/pending-watch.ts";
import { countDrifts } from "./features/reconciliation/count-drifts.ts";
import { views } from "./features.ts";
import type { ChangeFeed, GatewayParts } from "./parts.ts";
import { followNames } from "./push/names.ts";
import { relayChanges } from "./push/relay.ts";
import { openSockets } from "./push/socket.ts";
import type { Known } from "./records/known.ts";
import { createToday } from "./records/today.ts";

type Parts = GatewayParts & Known & { feed: ChangeFeed; presence: PresenceStore };

/** A sweep that a store kept from its work is made up for by the next one. Returns how to end it. */
export const every = (log: Pick<Logger, "debug">, ms: number, what: string, sweep: () => Promise<unknown>) => {
  const timer = setInterval(() => {
    sweep().catch((error: unknown) => log.debug({ err: error, what }, "a sweep failed"));
  }, ms);
  return () => clearInterval(timer);
};

/** What goes on beside the calls where operators are served: events to their pages, counts, stock, reservations. */
export const serveOperators = async (app: Awaited<ReturnType<typeof createGateway>>, parts: Parts, life: Lifecycle) => {
  const { mongo, feed, limits, log } = parts;
  const sockets = await openSockets(app, { ...parts, logins: app.logins });
  life.add("sockets", sockets.stop);
  relayChanges(feed, sockets.audience, await followNames(feed, mongo, createToday(parts)), views);
  await countDrifts(parts, feed);
  const pendingWatch = await startPendingWatch({ ...parts, audience: sockets.audience });
  life.add("attention", pendingWatch.stop);
  const stock = startStockKeeping({ ...parts, audience: sockets.audience });
  life.add("stock keeping", stock.stop);
  const reservations = createReservations(parts);
  life.add("reservation sweep", every(log, limits.reservationSweepEveryMs, "reservations", reservations.sweep));
  return stock;
};
