import { createWriteBuffer } from "#shared/concurrency/write-buffer.ts";
import type { DownMessage, ProblemMessage, UpMessage } from "#shared/events/machine-topics.ts";
import type { MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import { keptMessages } from "#shared/machines/unit-messages.schema.ts";
import { createUnitMessages, type PassedMessage } from "#shared/machines/unit-messages.server.ts";
import type { GatewayParts } from "../../parts.ts";
import type { HeldConnections } from "../connections/held.ts";

type Parts = Pick<GatewayParts, "redis" | "keys" | "clock" | "log"> & { held: Pick<HeldConnections, "get"> };
const windowMs = 500;

/**
 * Keeps what passes between Cansole and a unit with a secret of its own, for who looks into it. Heartbeats are left out:
 * they are nearly all that passes, and their history has one a minute. Nothing waits for it.
 */
export const createPassedMessages = ({ redis, keys, clock, log, held }: Parts) => {
  const { write } = createUnitMessages({ redis, keys });
  const buffer = createWriteBuffer<PassedMessage[]>({
    windowMs,
    write,
    onFailure: (error) => log.warn({ err: error }, "the messages of units were not kept"),
  });
  const put = ({ login, serialNumber }: UnitConnection, passed: Omit<PassedMessage, "at">) => {
    if (login !== "unit") return;
    const message = { at: clock.now(), ...passed };
    buffer.put(serialNumber, (before = []) => {
      // While Redis does not answer the oldest are given up.
      if (before.length >= keptMessages.most) before.shift();
      before.push(message);
      return before;
    });
  };

  return {
    received: (connection: UnitConnection, { topic, payload }: UpMessage): void =>
      put(connection, { direction: "up", topic, payload, isDropped: false }),
    /** For a dropped message only what was wrong is kept, not its content. */
    dropped: (connection: UnitConnection, { topic, ...payload }: ProblemMessage): void =>
      put(connection, { direction: "up", topic, payload, isDropped: true }),
    /** The broker, with what is sent over it kept. */
    sending: (lines: MachineLines): MachineLines => ({
      ...lines,
      send: async (id, message: DownMessage) => {
        const isWritten = await lines.send(id, message);
        const one = held.get({ id });
        if (isWritten && one) put(one.connection, { direction: "down", ...message, isDropped: false });
        return isWritten;
      },
    }),
    flush: buffer.flush,
  };
};
