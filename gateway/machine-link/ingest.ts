import type { UpMessage, UpTopic } from "#shared/events/machine-topics.ts";
import type { UnitConnection } from "#shared/events/unit-connections.ts";
import { within } from "#shared/http/within.ts";
import type { GatewayParts } from "../parts.ts";
import type { Closings } from "./facts/closings.ts";
import type { Doors } from "./facts/doors.ts";
import type { FactDesk } from "./facts/fact-desk.ts";
import type { History } from "./history/history.ts";
import type { RegistrationDesk } from "./registration/registration-desk.ts";

type Payload<T extends UpTopic> = Extract<UpMessage, { topic: T }>["payload"];
type Store<T extends UpTopic> = (connection: UnitConnection, payload: Payload<T>, now: number) => Promise<void>;
interface Parts extends Pick<GatewayParts, "limits"> {
  doors: Doors;
  closings: Closings;
  facts: FactDesk;
  history: History;
  registration: RegistrationDesk;
}

/** The one table from topic to store: what a message of a unit becomes. Its PUBACK follows when this resolves. */
export const createIngest = ({ limits, doors, closings, facts, history, registration }: Parts) => {
  const stores: { [T in UpTopic]: Store<T> } = {
    register: (connection, payload, now) =>
      within(limits.factStoreMs, "MongoDB", registration.register(connection, payload, new Date(now))),
    live: async ({ serialNumber }, payload, now) => history.heartbeat(serialNumber, payload, now),
    locks: async (connection, payload, now) => {
      const receivedAt = new Date(now);
      const [, open] = await Promise.all([
        doors.write(connection, payload, receivedAt),
        closings.candidates(connection, payload),
      ]);
      await closings.close(connection, open, payload, receivedAt);
    },
    result: (connection, payload, now) => facts.report(connection, payload, now),
  };
  return <T extends UpTopic>(connection: UnitConnection, topic: T, payload: Payload<T>, now: number): Promise<void> =>
    stores[topic](connection, payload, now);
};
