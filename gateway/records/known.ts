import { DomainError } from "#shared/http/domain-error.ts";
import type { PresenceReader } from "#shared/live-status/presence.server.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { createKnownMachines } from "./known-machines.ts";
import { createNumbers } from "./known-records.ts";
import { createKnownStock } from "./known-stock.ts";
import { createKnownUnits } from "./known-units.ts";
import { createManyMachines, isLarge } from "./many-machines.ts";

type Parts = Pick<GatewayParts, "mongo" | "bus" | "clock" | "limits" | "log"> & {
  feed: ChangeFeed;
  presence: PresenceReader;
};

/** What a page says meanwhile; it asks again by itself. */
export const readingText = "The server has just started and is reading the vending machines: try again in a moment";

/** Throws `unavailable`, with the reason, before a caller waits for longer than the server lets a call wait. */
export const orStillReading =
  <T>(current: () => Promise<T>, ms: number, why = readingText) =>
  async (): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DomainError("unavailable", why)), ms);
    });
    const work = current();
    work.catch(() => undefined);
    return Promise.race([work, late]).finally(() => clearTimeout(timer));
  };

/**
 * Keeps records in memory for a network with more machines than one answer lists. `prepare` reads them ahead in such a
 * network: otherwise the first caller would wait for it.
 */
export const createKnown = async (parts: Parts) => {
  const { mongo, log, limits } = parts;
  const numberOf = createNumbers();
  const machines = await createKnownMachines({ ...parts, numberOf });
  const stock = createKnownStock({ ...parts, numberOf });
  const units = createKnownUnits(parts);
  const waitMs = limits.httpMs * 0.8;
  const knownMachines = { ...machines, current: orStillReading(machines.current, waitMs) };
  const known = {
    knownMachines,
    manyMachines: createManyMachines({ mongo, knownMachines }),
    knownStock: { current: orStillReading(stock.current, waitMs) },
    knownUnits: { current: orStillReading(units.current, waitMs) },
  };
  const prepare = async (): Promise<void> => {
    try {
      if (!(await isLarge(mongo))) return;
      await machines.current();
      await units.current();
      await stock.current();
    } catch (error) {
      log.debug({ err: error }, "the machines could not be read ahead");
    }
  };
  return { known, prepare };
};
export type Known = Awaited<ReturnType<typeof createKnown>>["known"];
