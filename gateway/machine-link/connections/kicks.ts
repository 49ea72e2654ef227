import type { MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import type { ChangeFeed, GatewayParts } from "../../parts.ts";
import type { RegistrationDesk } from "../registration/registration-desk.ts";
import type { Directory, Unit } from "./directory.ts";
import type { Held, HeldConnections } from "./held.ts";

type Parts = Pick<GatewayParts, "log"> & {
  feed: ChangeFeed;
  directory: Directory;
  held: HeldConnections;
  registration: RegistrationDesk;
  lines: () => MachineLines;
};

/**
 * A unit that was unauthorised, deleted or given a new secret is ended at once, on whichever gateway it is: each
 * follows the records of units. A unit that was registered gets its credentials over the connection that waits.
 */
export const createKicks = ({ feed, directory, held, registration, lines, log }: Parts) => {
  /** Ends the connection if the record does not allow it. True if it stands. */
  const judge = async (connection: UnitConnection, unit: Unit | null): Promise<boolean> => {
    const why = directory.expulsionOf(connection, unit);
    if (why) await lines().end(connection.id, why);
    return why === null;
  };

  /** A unit that waits is sent what waits for it. */
  const settle = async (one: Held, unit: Unit | null): Promise<void> => {
    const stands = await judge(one.connection, unit);
    if (stands && unit && one.connection.login === "provision") await registration.greet(one, unit);
  };

  /** What was skipped may have been a registration as well as a permission that was withdrawn. */
  const settleAll = async () => {
    await Promise.all(held.all().map(async (one) => settle(one, await directory.find(one.connection.serialNumber))));
  };

  return {
    start: () => {
      feed.on("units", async ({ after, before }) => {
        const serialNumber = after?.serialNumber ?? before?.serialNumber;
        if (serialNumber === undefined) return settleAll();
        if (after && !before) await registration.forgetRequest(serialNumber);
        const speaking = held.ofUnit(serialNumber);
        if (speaking) await judge(speaking.connection, after);
        for (const one of held.waitingOf(serialNumber)) {
          // The registration that it waited for is gone with the unit: it connects again and requests registration.
          if (after) await settle(one, after);
          else await lines().end(one.connection.id, "deleted");
        }
      });
      feed.on("registrationRequests", ({ after }) => {
        if (after) registration.recognise(after.serialNumber, after.key);
      });
      feed.onGap(settleAll);
    },

    /** The permission may have been withdrawn while the connection came to stand: joined first, it is looked at again. */
    lookAgain: async (connection: UnitConnection): Promise<void> => {
      try {
        const unit = await directory.find(connection.serialNumber);
        const stands = await judge(connection, unit);
        if (stands && connection.login === "unit" && unit?.sealedSecret)
          await directory.forgetWaitingSecret(connection);
      } catch (error) {
        log.warn(
          { err: error, serialNumber: connection.serialNumber },
          "a new connection could not be looked at again",
        );
        await lines().end(connection.id, "not-checked");
      }
    },
  };
};
