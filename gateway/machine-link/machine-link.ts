import type { MachineDesk, MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import type { PresenceStore } from "#shared/live-status/presence.server.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { createBouncingFlags } from "./bouncing/flags.ts";
import { createLockChanges } from "./bouncing/lock-changes.ts";
import { createUnlistedChanges } from "./bouncing/unlisted-changes.ts";
import { createCommandSender } from "./commands/command-sender.ts";
import { createSentCommands } from "./commands/sent-commands.ts";
import { createDirectory } from "./connections/directory.ts";
import { createHeld, type Held } from "./connections/held.ts";
import { createKicks } from "./connections/kicks.ts";
import { createKnownSecrets } from "./connections/known-secrets.ts";
import { createLinks, renewLeaseMs } from "./connections/links.ts";
import { createSignIn } from "./connections/sign-in.ts";
import { createUnitsTime } from "./connections/units-time.ts";
import { createDesk } from "./desk.ts";
import { createAwaitedClosings } from "./facts/awaited-closings.ts";
import { createClosings } from "./facts/closings.ts";
import { createDoors } from "./facts/doors.ts";
import { createFactDesk } from "./facts/fact-desk.ts";
import { createRestarts } from "./facts/restarts.ts";
import { createSettling } from "./facts/settling.ts";
import { createConnectionHistory } from "./history/connection-history.ts";
import { createHistory } from "./history/history.ts";
import { createLockHistory } from "./history/lock-history.ts";
import { createPassedMessages } from "./history/passed-messages.ts";
import { createProblems } from "./history/problems.ts";
import { createIngest } from "./ingest.ts";
import { createFirmware } from "./presence/firmware.ts";
import { createHeard } from "./presence/heard.ts";
import { createRegistrationDesk } from "./registration/registration-desk.ts";

type Parts = GatewayParts & { feed: ChangeFeed; presence: PresenceStore };

/** Before the broker is attached nobody is connected. */
const noLines: MachineLines = {
  send: async () => false,
  end: async () => undefined,
  connections: () => [],
  roundTrip: () => Promise.reject(new Error("no broker is attached")),
};

/** Processes machine messages: which units may connect, what their messages do, and which connection has which unit. */
export const createMachineLink = (parts: Parts) => {
  const { bus, clock, config, databaseClock, feed, gatewayId, limits, log, presence, redis } = parts;
  let attached = noLines;
  const lines = () => attached;
  const held = createHeld();
  const secrets = createSecrets(config.JWT_SECRET, config.JWT_SECRET_PREVIOUS);
  const directory = createDirectory({ ...parts, secrets });
  const known = createKnownSecrets({ ...parts, secrets });
  const links = createLinks(parts);
  const heard = createHeard({ presence, log, limits });
  const history = createHistory(parts);
  const registration = createRegistrationDesk({ ...parts, directory, held, lines });
  const signIn = createSignIn({ ...parts, directory, known });
  const comings = createConnectionHistory(parts);
  const settling = createSettling(parts);
  const restarts = createRestarts({ ...parts, settling });
  const sent = createSentCommands(parts);
  const lockHistory = createLockHistory(parts);
  const lockChanges = createLockChanges(limits.bouncing);
  const flags = createBouncingFlags({ ...parts, lockChanges });
  const doors = createDoors({ ...parts, lockHistory, lockChanges, flags });
  const unlisted = createUnlistedChanges({ ...parts, lockHistory });
  const lastSaid = (connection: UnitConnection) => held.get(connection)?.telemetry ?? {};
  const awaited = createAwaitedClosings(parts);
  const problem = createProblems({ ...parts, comings, lines });
  const passed = createPassedMessages({ ...parts, held });
  const facts = createFactDesk({
    ...parts,
    dropped: problem,
    sent,
    awaited,
    doors,
    history,
    restarts,
    settling,
    lastSaid,
  });
  const closings = createClosings({ ...parts, awaited, settling });
  const sender = createCommandSender({ ...parts, held, sent, restarts, settling, lines });
  const ingest = createIngest({ limits, doors, closings, facts, history, registration });
  const kicks = createKicks({ feed, directory, held, registration, lines, log });
  const firmware = createFirmware(parts);
  const time = createUnitsTime({ ...parts, held, lines });

  const inBackground = (what: string, work: Promise<unknown>) => {
    work.catch((error: unknown) => log.warn({ err: error }, what));
  };
  const noteHeard = ({ connection, subscribed, lastHeard, telemetry }: Held) => {
    const link = subscribed ? links.linkOf(connection) : null;
    if (lastHeard !== null) heard.note({ serialNumber: connection.serialNumber, heardAt: lastHeard, telemetry, link });
  };

  /** Also after another gateway has claimed it with an older connection. */
  const claimUnit = ({ connection, subscribed }: Held) => {
    links.arrived(connection);
    if (subscribed) links.hold(connection);
  };

  /**
   * Redis came back, perhaps empty, perhaps older, or takes writes again, or its signals arrive again: it is given what
   * only this gateway knows, and so are the other gateways. Units may have moved between them meanwhile.
   */
  const recover = async () => {
    for (const one of held.all()) {
      if (one.connection.login !== "unit") continue;
      noteHeard(one);
      claimUnit(one);
    }
    await Promise.all([heard.flush(), links.flush()]);
  };
  const recoverInBackground = () => inBackground("what Redis had lost was not written back", recover());

  let stopping = false;
  const admit: MachineDesk["admit"] = async (claim) => {
    if (stopping) throw new Error("this gateway is stopping");
    return signIn(claim);
  };
  const passing = { admit, noteHeard, sendTime: time.send, inBackground, problem, passed, comings, history };
  const desk = createDesk({ clock, limits, held, kicks, links, restarts, ingest, firmware, registration, ...passing });

  let rounds: NodeJS.Timeout[] = [];
  let leasing: NodeJS.Timeout | undefined;
  return {
    desk,
    attach: (broker: MachineLines): void => {
      attached = passed.sending(broker);
    },
    start: async (): Promise<void> => {
      kicks.start();
      await known.start();
      await links.renewLease();
      leasing = setInterval(() => void links.renewLease(), renewLeaseMs);
      presence.onEmptied(recoverInBackground);
      redis.on("ready", recoverInBackground);
      redis.on("accepted", recoverInBackground);
      bus.onAgain(recoverInBackground);
      await bus.on("unit.connected", ({ serialNumber, gateway, connectionNumber = Number.POSITIVE_INFINITY }) => {
        const mine = held.ofUnit(serialNumber);
        if (!mine || gateway === gatewayId) return;
        // The other gateway may have been notified of this one before its own, older one was established, or not at
        // all.
        if (mine.connection.connectionNumber > connectionNumber) return claimUnit(mine);
        return lines().end(mine.connection.id, "connected-elsewhere");
      });
      await bus.on("command.ready", ({ commandId }) => sender.ready(commandId), gatewayId);
      databaseClock.onSet(time.clockWasSet);
      const sweep = () => inBackground("old registration requests were not ended", registration.sweep());
      sweep();
      const list = () => inBackground("the bouncing locks were not listed", unlisted.list());
      rounds = [
        setInterval(time.sendToAll, limits.sendTimeEveryMs),
        setInterval(sweep, limits.requestSweepEveryMs),
        setInterval(list, limits.bouncing.sweepEveryMs),
      ];
    },
    stop: async (): Promise<void> => {
      for (const round of rounds) clearInterval(round);
      redis.off("ready", recoverInBackground);
      redis.off("accepted", recoverInBackground);
      stopping = true;
      await sender.stop();
      await Promise.all(held.all().map(({ connection }) => lines().end(connection.id, "stopping")));
      clearInterval(leasing);
      await Promise.all([heard.flush(), links.flush(), firmware.flush(), links.endLease()]);
    },
    /** Writes what was gathered; to be called once the broker has let everybody go. */
    flush: async (): Promise<void> => {
      await Promise.all([history.flush(), passed.flush(), comings.flush(), settling.flush(), flags.flush()]);
    },
  };
};
