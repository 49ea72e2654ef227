import type { UpMessage, UpTopic } from "#shared/events/machine-topics.ts";
import type { GatewayParts, UnitConnection } from "../parts.ts";
import type { Doors } from "./doors.ts";
import type { History } from "./history.ts";
import type { RegistrationDesk } from "./registration.ts";

type Payload<T extends UpTopic> = Extract<UpMessage, { topic: T }>["payload"];
type Store<T extends UpTopic> = (connection: UnitConnection, payload: Payload<T>, now: number) => Promise<void>;
type Parts = Pick<GatewayParts, "metrics" | "log"> & {
  doors: Doors;
  history: History;
  registration: RegistrationDesk;
};

/** The one table from topic to store: what a message of a unit becomes. Its PUBACK follows when this resolves. */
export const createIngest = ({ doors, history, registration, metrics, log }: Parts) => {
  const stores: { [T in UpTopic]: Store<T> } = {
    register: (connection, payload, now) => registration.register(connection, payload, new Date(now)),
    live: async ({ serialNumber }, payload, now) => history.heartbeat(serialNumber, payload, now),
    locks: async (connection, payload, now) => {
      const changes = await doors.write(connection, payload, new Date(now));
      history.lockChanges(connection.serialNumber, changes, payload, now);
    },
    // No command has been given yet, so every result is one of an unknown command.
    result: async ({ serialNumber }, { commandId }) => {
      metrics.droppedMessages.inc({ reason: "unknown-command" });
      log.debug({ serialNumber, commandId }, "result of an unknown command dropped");
    },
  };
  return <T extends UpTopic>(connection: UnitConnection, topic: T, payload: Payload<T>, now: number): Promise<void> =>
    stores[topic](connection, payload, now);
};
export type Ingest = ReturnType<typeof createIngest>;
