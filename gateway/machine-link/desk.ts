import { telemetryOf } from "#shared/events/machine-topics.ts";
import type { MachineDesk } from "#shared/events/unit-connections.ts";
import type { GatewayParts } from "../parts.ts";
import type { Held, HeldConnections } from "./connections/held.ts";
import type { createKicks } from "./connections/kicks.ts";
import type { Links } from "./connections/links.ts";
import type { Restarts } from "./facts/restarts.ts";
import type { ConnectionHistory } from "./history/connection-history.ts";
import type { History } from "./history/history.ts";
import type { createPassedMessages } from "./history/passed-messages.ts";
import type { createIngest } from "./ingest.ts";
import type { createFirmware } from "./presence/firmware.ts";
import type { RegistrationDesk } from "./registration/registration-desk.ts";
import { writtenAgain } from "./store-writes.ts";

interface Parts extends Pick<GatewayParts, "clock" | "limits"> {
  admit: MachineDesk["admit"];
  held: HeldConnections;
  kicks: ReturnType<typeof createKicks>;
  links: Links;
  restarts: Restarts;
  comings: ConnectionHistory;
  history: History;
  passed: ReturnType<typeof createPassedMessages>;
  ingest: ReturnType<typeof createIngest>;
  firmware: ReturnType<typeof createFirmware>;
  registration: RegistrationDesk;
  problem: MachineDesk["dropped"];
  noteHeard: (one: Held) => void;
  sendTime: MachineDesk["connected"];
  inBackground: (what: string, work: Promise<unknown>) => void;
}

/** What each sign-in, message and goodbye of a unit does. */
export const createDesk = (parts: Parts): MachineDesk => {
  const { clock, admit, held, kicks, links, restarts, comings, history, passed, ingest, firmware, registration } =
    parts;
  const { limits, problem, noteHeard, sendTime, inBackground } = parts;
  const noteFirmware = (one: Held, now: number): void => {
    const [version, noted] = [one.telemetry?.firmware, one.firmware];
    if (!version || version === noted?.version || (noted && now - noted.at < limits.storeFirmwareEveryMs)) return;
    one.firmware = { version, at: now };
    firmware.note(one.connection.serialNumber, version);
  };

  return {
    admit,
    connected: (connection) => {
      held.add(connection);
      comings.connected(connection);
      if (connection.login === "unit") links.arrived(connection);
      else inBackground("an unregistered unit's connection was not handled", registration.connected(connection));
      inBackground("a new connection was not looked at", kicks.lookAgain(connection));
    },
    subscribed: (connection) => {
      const one = held.get(connection);
      if (!one) return;
      one.subscribed = true;
      if (connection.login === "provision") {
        inBackground("credentials were not sent", registration.subscribed(one));
        return;
      }
      links.hold(connection);
      sendTime(connection);
      const isHere = () => held.get(connection) !== undefined;
      const noted = writtenAgain(() => restarts.note(connection), isHere);
      inBackground("a unit's reconnection was not stored", noted);
    },
    unsubscribed: (connection) => {
      const one = held.get(connection);
      if (!one) return;
      one.subscribed = false;
      if (connection.login === "unit") links.drop(connection);
    },
    received: (connection, message) => {
      const { topic, payload } = message;
      const now = clock.now();
      const one = held.get(connection);
      if (one && connection.login === "unit") {
        one.lastHeard = now;
        if (topic === "live") {
          one.telemetry = telemetryOf(payload);
          noteFirmware(one, now);
        }
        noteHeard(one);
        if (topic !== "live") {
          history.heard(connection.serialNumber, now);
          passed.received(connection, message);
        }
      }
      return ingest(connection, topic, payload, now);
    },
    dropped: (connection, wrong) => {
      passed.dropped(connection, wrong);
      problem(connection, wrong);
    },
    closed: (connection, why) => {
      held.remove(connection);
      comings.disconnected(connection, why);
      if (connection.login === "unit") links.release(connection);
    },
  };
};
