import type { CommandDocument } from "#shared/control-units/command.document.server.ts";
import { isLateNow } from "#shared/control-units/late.server.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { within } from "#shared/http/within.ts";
import { isOperator } from "#shared/users/user.rules.ts";
import type { GatewayParts } from "../../parts.ts";
import type { Settling } from "../facts/settling.ts";
import { writtenAgain } from "../store-writes.ts";

type Parts = Pick<GatewayParts, "mongo" | "limits" | "log" | "metrics" | "gatewayId"> & {
  settling: Settling;
  /** Whether a write that failed is tried again. */
  isWanted: () => boolean;
};
type Unsent = "rejected" | "moved" | "expired" | "cancelled";

/** Which of all gateways sends a command, and what becomes of one that may not be sent. */
export const createClaims = ({ mongo, limits, log, metrics, gatewayId, settling, isWanted }: Parts) => {
  const { commands, units, users } = mongo.collections;
  const unanswered = { $add: ["$$NOW", limits.commands.acknowledgeMs] };
  const withTimeout = <T>(work: Promise<T>) => within(limits.commandStoreMs, "The database", work);

  /**
   * Why a command may not be sent now, or null. Operators may have moved the unit to another machine, where its
   * channels are other doors. They may have ended the secret of this connection, and a late change stream has not
   * delivered that yet. Or the operator who gave the command was suspended, in a transaction that did not see its
   * session.
   */
  const refusalOf = async (
    { serialNumber, machine, startedBy }: CommandDocument,
    connection: UnitConnection | null,
  ): Promise<Unsent | null> => {
    const projection = { authorised: 1, secretHash: 1 } as const;
    const giver = startedBy ? users.findOne({ _id: startedBy }, { projection: { role: 1, suspend: 1 } }) : null;
    const [unit, by] = await withTimeout(
      Promise.all([units.findOne({ serialNumber, machine }, { projection }), giver]),
    );
    if (by && (by.suspend || !isOperator(by.role))) return "cancelled";
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
      { _id: command._id, state: "ready", $expr: { $not: [isLateNow] } },
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

  return { refusalOf, endUnsent, claim };
};
