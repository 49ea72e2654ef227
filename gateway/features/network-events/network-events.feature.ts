import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import { listNetworkEvents } from "#shared/network-events/network-event.api.ts";
import { readWhileAway } from "#shared/network-events/while-away.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createNetworkEvents } from "./network-events.ts";
import { createWhileAway } from "./while-away.ts";

/** What happened in the network. Every operator's page requests it when the pending counts change: read once for all. */
export const networkEventsFeature: Feature = (app, parts) => {
  const read = createSharedRun(createNetworkEvents(parts).read);
  route(app, listNetworkEvents, () => read());
  const readAway = createWhileAway(parts);
  route(app, readWhileAway, (call) => readAway(operatorOf(call)));
};
