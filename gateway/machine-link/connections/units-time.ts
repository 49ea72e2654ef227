import type { MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import type { GatewayParts } from "../../parts.ts";
import type { HeldConnections } from "./held.ts";

type Parts = Pick<GatewayParts, "databaseClock" | "limits" | "log"> & {
  held: Pick<HeldConnections, "all">;
  lines: () => MachineLines;
};

/** A command lives for 10 s at most: a unit that is so far ahead still takes it. */
const tolerableMs = 2_000;

/** Units are told MongoDB's time, which decides what is too late. */
export const createUnitsTime = ({ databaseClock, limits, log, held, lines }: Parts) => {
  /** As late as it may be by MongoDB's clock: a unit is never behind that. */
  const send = (connection: UnitConnection): void => {
    const notified = async () => {
      const now = new Date(await databaseClock.latest()).toISOString();
      await lines().send(connection.id, { topic: "time", payload: { now } });
    };
    notified().catch((error: unknown) => log.warn({ err: error }, "the time was not sent"));
  };
  const listening = () =>
    held.all().flatMap(({ connection, subscribed }) => (subscribed && connection.login === "unit" ? connection : []));

  /**
   * An earlier time may have been long on its way, so a unit takes one only where it has just subscribed. Until then it
   * would hold each command to be too late: for an hour, where it is ahead by more than commands live.
   */
  const connectAnew = (byMs: number): void => {
    const units = listening();
    const withinMs = (units.length / limits.closeUnitsPerSecond) * 1_000;
    log.warn({ byMs: Math.round(byMs), units: units.length }, "MongoDB's clock was set back: units have to reconnect");
    for (const { id } of units)
      setTimeout(() => void lines().end(id, "clock-set-back"), Math.random() * withinMs).unref();
  };

  const sendToAll = (): void => listening().forEach(send);

  return {
    send,
    sendToAll,
    clockWasSet: (byMs: number): void => (byMs < -tolerableMs ? connectAnew(byMs) : sendToAll()),
  };
};
