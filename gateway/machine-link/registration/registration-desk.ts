import { ObjectId } from "mongodb";
import type { RegisterMessage } from "#shared/events/machine-topics.ts";
import type { GatewayParts, MachineLines, UnitConnection } from "../../parts.ts";
import type { Directory, Unit } from "../connections/directory.ts";

type Parts = Pick<GatewayParts, "mongo" | "log"> & { directory: Directory; lines: () => MachineLines };

/** What a unit on the provisioning login can do: ask to be registered, and fetch its secret once it is. */
export const createRegistrationDesk = ({ mongo, log, directory, lines }: Parts) => {
  const { registrationRequests: requests, units } = mongo.collections;
  const isRegistered = async (serialNumber: string) =>
    (await units.findOne({ serialNumber }, { projection: { _id: 1 } })) !== null;

  /** Sends the secret that waits for this unit, if one does; sent again, it is the same. */
  const sendCredentials = async (connection: UnitConnection, unit: Unit): Promise<void> => {
    const secret = unit.authorised ? directory.waitingSecret(unit) : null;
    if (secret === null) return;
    const sent = await lines().send(connection.id, { topic: "credentials", payload: { secret } });
    log.info({ serialNumber: connection.serialNumber, sent }, "credentials sent");
  };

  return {
    sendCredentials,

    /** Once the unit listens for its credentials. */
    greet: async (connection: UnitConnection): Promise<void> => {
      const unit = await directory.find(connection.serialNumber);
      if (unit) await sendCredentials(connection, unit);
    },

    /** One request per serial number; asking again refreshes it. A registered unit gets its credentials instead. */
    register: async (connection: UnitConnection, message: RegisterMessage, receivedAt: Date): Promise<void> => {
      const { serialNumber } = connection;
      const unit = await directory.find(serialNumber);
      if (unit) return sendCredentials(connection, unit);
      const { version, dateTime } = message;
      await requests.updateOne(
        { serialNumber },
        {
          $set: { version, dateTime: new Date(dateTime), requestedAt: receivedAt },
          $setOnInsert: { _id: new ObjectId() },
        },
        { upsert: true },
      );
      // An operator may have registered the unit in between: then nothing waits any more.
      if (await isRegistered(serialNumber)) await requests.deleteOne({ serialNumber });
    },

    /** A unit was registered: what it asked for while that was under way is settled, too. */
    forgetRequest: async (serialNumber: string): Promise<void> => {
      await requests.deleteOne({ serialNumber });
    },
  };
};
export type RegistrationDesk = ReturnType<typeof createRegistrationDesk>;
