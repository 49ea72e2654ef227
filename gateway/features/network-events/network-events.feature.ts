import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { listNetworkEvents } from "#shared/network-events/network-event.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createNetworkEvents } from "./network-events.ts";

/** What happened in the network. Every operator's page requests it when the pending counts change: read once for all. */
export const networkEventsFeature: Feature = (app, parts) => {
  const read = createSharedRun(createNetworkEvents(parts).read);
  route(app, listNetworkEvents, () => read());
};
