import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { PresenceStore, Touch } from "#shared/live-status/presence.server.ts";
import type { GatewayParts } from "../../parts.ts";

type Parts = Pick<GatewayParts, "log" | "limits"> & { presence: Pick<PresenceStore, "touch"> };

/** Batches heartbeats and writes them at once; a slow Redis costs memory of one value per unit, no more. */
export const createHeard = ({ presence, log, limits }: Parts) => {
  const gatherer = createWriteBuffer<Touch>({
    windowMs: limits.presenceWindowMs,
    write: (batch) => presence.touch([...batch.values()]),
    onFailure: (error) => log.warn({ err: error }, "when units were heard was not written"),
  });
  return {
    /** A message that says nothing of its unit does not hide one that does. */
    note: (touch: Touch): void =>
      gatherer.put(touch.serialNumber, (before) => ({
        ...touch,
        telemetry: touch.telemetry ?? before?.telemetry,
      })),
    flush: gatherer.flush,
  };
};
