import { setMaxListeners } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import type { CommandMessage } from "#shared/events/machine-topics.ts";
import { within } from "#shared/http/within.ts";
import { commandMac } from "#shared/registration/command-keys.server.ts";
import type { GatewayParts, MachineLines, UnitConnection } from "../../parts.ts";
import { writtenAgain } from "../batches/written-again.ts";
import type { HeldConnections } from "../connections/held.ts";
import type { Restarts } from "../facts/restarts.ts";
import type { Settling } from "../facts/settling.ts";
import type { SentCommands } from "./sent-commands.ts";

type Parts = Pick<GatewayParts, "mongo" | "databaseClock" | "limits" | "log" | "metrics" | "gatewayId"> & {
  held: HeldConnections;
  sent: SentCommands;
  restarts: Restarts;
  settling: Settling;
  lines: () => MachineLines;
};
type Unsent = "rejected" | "moved" | "expired";

/**
 * Gives commands to the units that are connected here. Of all gateways that are notified of a command one claims it,
 * and only the winner writes to the unit, once: whatever is lost after the claim, nothing sends it again.
 */
export const createCommandSender = (parts: Parts) => {
  const { mongo, databaseClock, limits, log, metrics, gatewayId, held, sent, restarts, settling, lines } = parts;
  const { commands, sessionRows, units } = mongo.collections;
  const underWay = new Map<string, Promise<void>>();
  const stopped = new AbortController();
  // As many commands may be on their way as there are units.
  setMaxListeners(0, stopped.signal);
  let stopping = false;
  const isWanted = () => !stopping;

  const unanswered = { $add: ["$$NOW", limits.commands.acknowledgeMs] };
  const withTimeout = <T>(work: Promise<T>) => within(limits.commandStoreMs, "The database", work);
  const isInTime = ({ expiresAt }: CommandDocument) => databaseClock.now() < expiresAt.getTime();
  /** The connection over which this unit can be sent commands. */
  const reachable = (serialNumber: string): UnitConnection | null => {
    const one = held.ofUnit(serialNumber);
    return one?.subscribed && one.connection.login === "unit" ? one.connection : null;
  };

  /**
   * Operators may have moved the unit to another machine since: there its channels are other doors. Or they may have
   * ended the secret that this connection was opened with, which a late change stream has not delivered yet. Null if
   * neither.
   */
  const refusalOf = async (
    { serialNumber, machine }: CommandDocument,
    connection: UnitConnection | null,
  ): Promise<Unsent | null> => {
    const projection = { authorised: 1, secretHash: 1 } as const;
    const unit = await withTimeout(units.findOne({ serialNumber, machine }, { projection }));
    if (!unit) return "moved";
    return unit.authorised && unit.secretHash === connection?.credential ? null : "rejected";
  };

  /** Only from the state in which nobody has sent it. */
  const endUnsent = async (command: CommandDocument, state: Unsent, from: Partial<CommandDocument>): Promise<void> => {
    const ended = await writtenAgain(
      () => withTimeout(commands.updateOne({ _id: command._id, ...from }, { $set: { state } })),
      isWanted,
    );
    if (ended.modifiedCount === 0) return;
    metrics.commands.inc({ outcome: state });
    settling.wake(command.session);
    log.info({ commandId: command._id, serialNumber: command.serialNumber, state, trace: command.trace }, "not sent");
  };

  /**
   * Ready to sent, by one gateway, only before its time by the database's own clock. From then on the unit may act as
   * long as its rows wait for an answer, and no longer: what comes after that may be given again.
   */
  const claim = async (command: CommandDocument, connection: UnitConnection): Promise<CommandDocument | null> => {
    const mine = { gateway: gatewayId, connection: connection.id };
    const claiming = commands.findOneAndUpdate(
      { _id: command._id, state: "ready", $expr: { $lt: ["$$NOW", "$expiresAt"] } },
      [{ $set: { state: "sent", sentAt: "$$NOW", expiresAt: { $min: ["$expiresAt", unanswered] }, ...mine } }],
      { returnDocument: "after" },
    );
    try {
      return await withTimeout(claiming);
    } catch (error) {
      // An answer that comes later finds nobody who sends: then it is said that it was not.
      const withdraw = (late: CommandDocument | null) =>
        late ? endUnsent(late, "expired", { state: "sent", ...mine }) : undefined;
      claiming
        .then(withdraw, () => undefined)
        .catch((failure: unknown) =>
          log.warn({ err: failure, commandId: command._id }, "a late claim still says sent"),
        );
      throw error;
    }
  };

  /**
   * When it went out, and where, for its rows: a unit that answers soon has said so by then, because its first fact
   * carries the same. Nothing waits for it; a worker copies it where it is missing.
   */
  const noteSent = async ({ session, channels, type, sentAt }: CommandDocument, connection: UnitConnection) => {
    // A restart must be known before its unit connects anew; other units mostly answer within the wait.
    if (type !== "restart")
      await pause(limits.noteSentAfterMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    const { serialNumber, id } = connection;
    const channel = { $in: channels.length > 0 ? channels : [null] };
    const mine = { session, channel, end: null };
    await writtenAgain(
      () =>
        withTimeout(
          sessionRows.bulkWrite([
            {
              updateMany: {
                filter: { ...mine, sentAt: null },
                update: { $set: { sentAt, serialNumber, connection: id } },
              },
            },
            ...(type === "restart"
              ? [
                  {
                    updateMany: {
                      filter: { ...mine, "facts.restarted": { $exists: false } },
                      update: { $set: { awaitsRestart: true } },
                    },
                  },
                ]
              : []),
          ]),
        ),
      isWanted,
    );
    settling.wake(session);
    if (type !== "restart") return;
    const current = reachable(serialNumber);
    if (current && current.id !== id) await restarts.note(current);
  };

  const give = async (commandId: string): Promise<void> => {
    const command = await withTimeout(commands.findOne({ _id: commandId, state: "ready" }));
    if (!command || stopping) return;
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
      if (stopping || underWay.has(commandId)) return;
      const work = give(commandId)
        .catch((error: unknown) => log.warn({ err: error, commandId }, "a command was not given"))
        .finally(() => underWay.delete(commandId));
      underWay.set(commandId, work);
      await work;
    },
    /** Nothing more is sent; resolves when what is under way has ended. */
    stop: async (): Promise<void> => {
      stopping = true;
      stopped.abort();
      await Promise.all(underWay.values());
    },
  };
};
