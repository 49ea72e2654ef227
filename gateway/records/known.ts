import { mostWhole } from "#shared/http/long-lists.ts";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { createKnownMachines } from "./known-machines.ts";
import { createKnownStock } from "./known-stock.ts";
import { createKnownUnits } from "./known-units.ts";

type Parts = Pick<GatewayParts, "mongo" | "bus" | "clock"> & { feed: ChangeFeed; presence: PresenceReader };

/** What is kept in memory of a network with more machines than one answer lists. */
export const createKnown = async (parts: Parts) => ({
  knownMachines: await createKnownMachines(parts),
  knownStock: createKnownStock(parts),
  knownUnits: createKnownUnits(parts),
});
export type Known = Awaited<ReturnType<typeof createKnown>>;

/** Reads it ahead where there are so many: whoever asks first would wait for it. */
export const prepareKnown = async (
  { mongo, log }: Pick<GatewayParts, "mongo" | "log">,
  known: Known,
): Promise<void> => {
  try {
    if ((await mongo.collections.machines.estimatedDocumentCount()) <= mostWhole) return;
    await known.knownMachines.current();
    await known.knownUnits.current();
    await known.knownStock.current();
  } catch (error) {
    log.debug({ err: error }, "the machines could not be read ahead");
  }
};
