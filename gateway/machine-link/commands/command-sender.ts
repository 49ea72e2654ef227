import { setMaxListeners } from "node:events";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import type { CommandMessage } from "#shared/events/machine-topics.ts";
import type { MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import { within } from "#shared/http/within.ts";
import { commandMac } from "#shared/registration/command-keys.server.ts";
import type { GatewayParts } from "../../parts.ts";
import type { HeldConnections } from "../connections/held.ts";
import type { Restarts } from "../facts/restarts.ts";
import type { Settling } from "../facts/settling.ts";
import { createClaims } from "./claims.ts";
import { createNoteSent } from "./note-sent.ts";
import type { SentCommands } from "./sent-commands.ts";

type Parts = Pick<GatewayParts, "mongo" | "databaseClock" | "limits" | "log" | "metrics" | "gatewayId"> & {
  held: HeldConnections;
  sent: SentCommands;
  restarts: Restarts;
  settling: Settling;
  lines: () => MachineLines;
};

/**
 * Gives commands to the units that are connected here. All gateways are notified of a command, one claims it, and only
 * that one writes to the unit, once: whatever is lost after the claim, nothing sends it again.
 */
export const createCommandSender = (parts: Parts) => {
  const { mongo, databaseClock, limits, log, metrics, gatewayId, held, sent, lines } = parts;
  const { commands } = mongo.collections;
  const underWay = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  // As many commands may be on their way as there are units.
  setMaxListeners(0, stopped.signal);
  const isStopping = () => stopped.signal.aborted;
  const withTimeout = <T>(work: Promise<T>) => within(limits.commandStoreMs, "The database", work);
  const isInTime = ({ expiresAt }: CommandDocument) => databaseClock.now() < expiresAt.getTime();
  /** The connection over which this unit can be sent commands. */
  const reachable = (serialNumber: string): UnitConnection | null => {
    const one = held.ofUnit(serialNumber);
    return one?.subscribed && one.connection.login === "unit" ? one.connection : null;
  };
  const { refusalOf, endUnsent, claim } = createClaims({ ...parts, isWanted: () => !isStopping() });
  const noteSent = createNoteSent({ ...parts, reachable, stopped: stopped.signal });

  const give = async (commandId: string): Promise<void> => {
    const command = await withTimeout(commands.findOne({ _id: commandId, state: "ready" }));
    if (!command || isStopping()) return;
    const connection = reachable(command.serialNumber);
    const refusal = await refusalOf(command, connection);
    if (refusal || !connection) return endUnsent(command, refusal ?? "rejected", { state: "ready" });
    const claimed = await claim(command, connection);
    if (!claimed) return;
    const { _id, session, type, channels, expiresAt, serialNumber, trace } = claimed;
    const mine = { state: "sent" as const, gateway: gatewayId, connection: connection.id };
    // It may have been moved, or given a new secret, while the claim was on its way.
    const moved = await refusalOf(claimed, connection);
    if (moved) return endUnsent(claimed, moved, mine);
    // The answers may have been long on their way.
    if (!isInTime(claimed)) return endUnsent(claimed, "expired", mine);
    if (reachable(serialNumber)?.id !== connection.id) return endUnsent(claimed, "rejected", mine);
    sent.remember(claimed);
    const payload: CommandMessage = {
      commandId: _id,
      sessionId: session.toHexString(),
      type,
      channels,
      expiresAt: expiresAt.toISOString(),
    };
    if (connection.commandKey) payload.mac = commandMac(connection.commandKey, serialNumber, payload);
    const written = lines().send(connection.id, { topic: "command", payload });
    metrics.commands.inc({ outcome: "sent" });
    log.info({ commandId, serialNumber, type, connection: connection.id, trace }, "command sent");
    // Whether it was written proves nothing, and over a dead connection it is not answered: nobody waits for it.
    written.catch((error: unknown) => log.warn({ err: error, commandId, serialNumber }, "a command was not written"));
    await noteSent(claimed, connection);
  };

  return {
    /** Safe to be notified any number of times, here and elsewhere. */
    ready: async (commandId: string): Promise<void> => {
      if (isStopping() || underWay.has(commandId)) return;
      const work = give(commandId)
        .catch((error: unknown) => log.warn({ err: error, commandId }, "a command was not given"))
        .finally(() => underWay.delete(commandId));
      underWay.set(commandId, work);
      await work;
    },
    /** Nothing more is sent; resolves when what is under way has ended. */
    stop: async (): Promise<void> => {
      stopped.abort();
      await Promise.all(underWay.values());
    },
  };
};
