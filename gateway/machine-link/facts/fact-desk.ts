import { factsOf, movesDoor } from "#shared/control-units/control-unit.rules.ts";
import { dropText } from "#shared/events/drop-reasons.ts";
import type { ProblemMessage, ResultMessage } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import type { Telemetry } from "#shared/machines/telemetry.schema.ts";
import type { GatewayParts } from "../../parts.ts";
import type { SentCommand, SentCommands } from "../commands/sent-commands.ts";
import type { History } from "../history/history.ts";
import type { AwaitedClosings } from "./awaited-closings.ts";
import type { Doors } from "./doors.ts";
import { createFactStore } from "./fact-store.ts";
import type { NewFact } from "./fact-write.ts";
import type { Restarts } from "./restarts.ts";
import type { Settling } from "./settling.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "metrics" | "log"> & {
  sent: SentCommands;
  awaited: AwaitedClosings;
  doors: Doors;
  history: History;
  restarts: Restarts;
  settling: Settling;
  dropped: (connection: UnitConnection, problem: ProblemMessage) => void;
  /** As the unit's last heartbeat said, over this connection. */
  lastSaid: (connection: UnitConnection) => Telemetry;
};

type Drop = "unknown-command" | "not-its-command" | "not-its-channel" | "not-its-fact" | "wrong-fields";

/** A result belongs to one channel of a command that was sent to this unit; whatever else it says is dropped. */
const dropOf = (serialNumber: string, command: SentCommand | null, result: ResultMessage): Drop | null => {
  if (!command) return "unknown-command";
  if (command.serialNumber !== serialNumber) return "not-its-command";
  const { channel, fact, isLocked } = result;
  const isItsChannel =
    command.channels.length === 0 ? channel === null : channel !== null && command.channels.includes(channel);
  if (!isItsChannel) return "not-its-channel";
  if (!factsOf(command.type).includes(fact)) return "not-its-fact";
  return fact === "status" && typeof isLocked !== "boolean" ? "wrong-fields" : null;
};

const wrongField: Record<Drop, string> = {
  "unknown-command": "commandId",
  "not-its-command": "commandId",
  "not-its-channel": "channel",
  "not-its-fact": "fact",
  "wrong-fields": "isLocked",
};

const factOf = ({ at, boot, seq, code, message, isLocked }: ResultMessage, receivedAt: Date): NewFact => ({
  receivedAt,
  at: new Date(at),
  boot,
  seq,
  code: code || null,
  message: message || null,
  isLocked: isLocked ?? null,
});

/** Units' reports about commands. Stored once `report` resolves; the wake-ups that follow may be lost. */
export const createFactDesk = (parts: Parts) => {
  const { metrics, log, dropped, sent, doors, history, restarts, settling, lastSaid } = parts;
  const store = createFactStore(parts);

  /** A status is a lock's state as well. It is compared with what is known, because mostly it is unchanged. */
  const writeDoor = async (connection: UnitConnection, result: ResultMessage, now: number) => {
    const { channel, isLocked, at, boot, seq } = result;
    if (result.fact !== "status" || channel === null || typeof isLocked !== "boolean") return;
    const locks = { containers: [{ channel, isLocked }], full: true, at, boot, seq };
    await doors.write(connection, locks, new Date(now));
  };

  const notePing = (connection: UnitConnection, { sentAt }: SentCommand, { at }: ResultMessage, now: number) => {
    const roundTripMs = sentAt ? Math.max(0, now - sentAt.getTime()) : null;
    history.pingAnswer(connection.serialNumber, { telemetry: lastSaid(connection), roundTripMs, at }, now);
  };

  return {
    report: async (connection: UnitConnection, result: ResultMessage, now: number): Promise<void> => {
      const { serialNumber, connectionNumber } = connection;
      const { commandId, channel, fact } = result;
      const command = await sent.find(commandId, serialNumber);
      const reason = dropOf(serialNumber, command, result);
      if (reason || !command) {
        metrics.droppedMessages.inc({ reason: reason ?? "unknown-command" });
        if (reason)
          dropped(connection, { reason, topic: "result", field: wrongField[reason], message: dropText(reason) });
        log.debug({ serialNumber, commandId, channel, fact, reason }, "result dropped");
        return;
      }
      const { type, session } = command;
      const [{ isNew, mayDecide }] = await Promise.all([
        store({ command, channel, name: fact, fact: factOf(result, new Date(now)), connectionNumber }),
        writeDoor(connection, result, now),
      ]);
      if (isNew) metrics.commandFacts.inc({ fact });
      if (isNew && type === "ping" && fact === "acknowledged") notePing(connection, command, result, now);
      // Reported over a later connection: it may have reconnected before anybody waited for that.
      if (isNew && type === "restart" && connection.id !== command.connection) await restarts.note(connection);
      if (mayDecide && !(movesDoor(type) && fact === "acknowledged")) settling.wake(session, !isNew);
    },
  };
};
export type FactDesk = ReturnType<typeof createFactDesk>;
