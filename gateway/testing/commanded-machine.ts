import { ObjectId } from "mongodb";
import type { ContainerDocument, MachineDocument } from "#shared/machines/machine.document.server.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import { commandOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import type { GatewayParts } from "../parts.ts";
import { addContainer, addMachine, addUnit } from "./network.ts";

type Stores = Pick<GatewayParts, "mongo" | "config" | "redis" | "keys">;

export interface LinkedMachine {
  machine: MachineDocument;
  unit: UnitDocument;
  containers: ContainerDocument[];
}

export { loadPresence } from "#shared/runtime/testing/redis-of-tests.ts";

/**
 * A machine with its unit, linked to some gateway unless the test says otherwise, and containers on channels 1, 2, 3…
 */
export const addCommandedMachine = async (
  stores: Stores,
  options: {
    containers?: number;
    linked?: boolean;
    unit?: Partial<UnitDocument>;
    machine?: Partial<MachineDocument>;
  } = {},
): Promise<LinkedMachine> => {
  const machine = await addMachine(stores, options.machine);
  const unit = await addUnit(stores, machine, options.unit);
  const channels = Array.from({ length: options.containers ?? 4 }, (_, i) => i + 1);
  const containers = await Promise.all(channels.map((channel) => addContainer(stores, machine, channel)));
  if (options.linked !== false) await stores.redis.set(stores.keys.link(unit.serialNumber), "gateway:connection");
  return { machine, unit, containers };
};

/** What the workers do when a session's turn comes: it runs, and its command is ready. False when it waits no more. */
export const startAsWorker = ({ mongo }: Pick<Stores, "mongo">, id: string): Promise<boolean> =>
  mongo.inTransaction(async (dbSession) => {
    const { sessions, commands } = mongo.collections;
    const started = await sessions.findOneAndUpdate(
      { _id: new ObjectId(id), status: "queued" },
      [{ $set: { status: "running", hasTurn: "$takesTurn", startedAt: "$$NOW" } }],
      { session: dbSession, returnDocument: "after" },
    );
    if (!started) return false;
    await commands.insertOne(commandOfSession(started, "CU"), { session: dbSession });
    return true;
  });

/** What the unit's gateway does before it writes to it. True for the winner. */
export const claimAsGateway = async ({ mongo }: Pick<Stores, "mongo">, id: string): Promise<boolean> =>
  (await mongo.collections.commands.findOneAndUpdate(
    { session: new ObjectId(id), state: "ready" },
    { $set: { state: "sent", sentAt: new Date(), gateway: "gateway", connection: "connection" } },
  )) !== null;
