import type { RegisterMessage } from "#shared/events/machine-topics.ts";
import type { MachineLines, UnitConnection } from "#shared/events/unit-connections.ts";
import { isUsableKey, sealCredentials } from "#shared/registration/sealed-credentials.server.ts";
import type { GatewayParts } from "../../parts.ts";
import { createBudgets } from "../connections/budgets.ts";
import type { Directory, Unit } from "../connections/directory.ts";
import type { Held, HeldConnections } from "../connections/held.ts";
import { createOtherKeys } from "./other-keys.ts";
import { createWaitingRequests, type Taken } from "./waiting-requests.ts";

type Parts = Pick<GatewayParts, "mongo" | "log" | "clock" | "limits" | "metrics"> & {
  directory: Directory;
  held: HeldConnections;
  lines: () => MachineLines;
};
type Refused = Exclude<Taken, "stored"> | "weak-key" | "too-often";

/** What a unit on the provisioning login can do: request registration, and fetch its secret once it is. */
export const createRegistrationDesk = (parts: Parts) => {
  const { log, limits, metrics, directory, held, lines } = parts;
  const requests = createWaitingRequests(parts);
  const noteOtherKey = createOtherKeys(parts);
  const perConnection = createBudgets(limits.registers.perMinute, { burst: limits.registers.burst });

  const drop = (serialNumber: string, reason: Refused) => {
    metrics.droppedMessages.inc({ reason });
    log.debug({ serialNumber, reason }, "a request to be registered was dropped");
  };

  /** Which of the connections under a serial number have named the key stored for it. */
  const recognise = (serialNumber: string, key: string | null | undefined): void => {
    for (const one of held.waitingOf(serialNumber)) held.setOwn(one, one.key !== null && one.key === key);
  };

  /**
   * Sends the secret that waits for this unit, sealed to the unit's key, over a connection that has named this key. A
   * unit without a key gets nothing: all who know the provisioning key could read it.
   */
  const greet = async (one: Held, unit: Unit): Promise<void> => {
    held.setOwn(one, one.key !== null && one.key === unit.key);
    if (!one.isOwn || !one.subscribed || !unit.key || !unit.authorised) return;
    const secret = directory.waitingSecret(unit);
    if (secret === null) return;
    const { serialNumber } = unit;
    const commandKey = one.checksMac ? await directory.giveCommandKey(unit, secret) : null;
    const sealed = sealCredentials({ serialNumber, key: unit.key, secret, commandKey });
    const sent = await lines().send(one.connection.id, { topic: "credentials", payload: { sealed } });
    log.info({ serialNumber, sent }, "credentials sent");
  };

  /** The unit has connected anew: what it left behind ends. A connection that has not named this key displaces none. */
  const standAlone = async (one: Held): Promise<void> => {
    const { serialNumber } = one.connection;
    const earlier = held.waitingOf(serialNumber).filter((other) => other !== one && other.key === one.key);
    await Promise.all(earlier.map(({ connection }) => lines().end(connection.id, "replaced")));
  };

  const registerKnown = async (one: Held, unit: Unit, receivedAt: Date): Promise<void> => {
    const { key } = one;
    const { serialNumber } = unit;
    if (key === null) return unit.key ? drop(serialNumber, "no-key") : undefined;
    if (unit.key === key) {
      await greet(one, unit);
      return standAlone(one);
    }
    drop(serialNumber, "another-key");
    await noteOtherKey("unit", one.connection, key, receivedAt);
  };

  return {
    recognise,
    greet,

    /**
     * The unit has connected with the provisioning key. Connections that name no key of their own are limited in
     * number.
     */
    connected: async ({ serialNumber }: UnitConnection): Promise<void> => {
      const { perSerial, perGateway } = limits.strangers;
      const here = held.waitingOf(serialNumber).filter(({ isOwn }) => !isOwn);
      const inTheWay = here.length > perSerial ? here[0] : held.strangerBeyond(perGateway);
      if (inTheWay) await lines().end(inTheWay.connection.id, "crowded-out");
    },

    /** Once the unit listens for its credentials. */
    subscribed: async (one: Held): Promise<void> => {
      const unit = one.isOwn ? await directory.find(one.connection.serialNumber) : null;
      if (unit) await greet(one, unit);
    },

    /** One request per serial number; a repeated one refreshes it. A registered unit gets its credentials instead. */
    register: async (connection: UnitConnection, message: RegisterMessage, requestedAt: Date): Promise<void> => {
      const { id, serialNumber } = connection;
      const one = held.get(connection);
      if (!one) return;
      if (!perConnection.spend(id)) return drop(serialNumber, "too-often");
      const { version, key = null, mac = false } = message;
      if (key !== null && !isUsableKey(key)) return drop(serialNumber, "weak-key");
      one.key = key;
      one.checksMac = mac;

      const unit = await directory.findStranger(serialNumber);
      if (unit) return registerKnown(one, unit, requestedAt);
      const requested = { serialNumber, version, dateTime: new Date(message.dateTime), requestedAt, key };
      const taken = await requests.request(requested);
      if (taken !== "stored") drop(serialNumber, taken);
      if (taken === "another-key" && key) await noteOtherKey("request", connection, key, requestedAt);
      if (taken === "stored" && key) {
        held.setOwn(one, true);
        await standAlone(one);
      }
      // An operator may have registered the unit in between: then nothing waits any more.
      const meanwhile = await directory.find(serialNumber);
      if (!meanwhile) return;
      await requests.forget(serialNumber);
      await registerKnown(one, meanwhile, requestedAt);
    },

    /** A unit was registered: its requests while that was under way are settled, too. */
    forgetRequest: requests.forget,

    /**
     * Old requests end, and connections that have waited for long: a unit registers once with each connection and may wait
     * for weeks. It comes again, so its request does not grow old, and what was dropped or missed is tried again.
     */
    sweep: async (): Promise<void> => {
      const since = performance.now() - limits.waitingConnectionMs;
      const long = held.all().filter(({ connection, cameAt }) => connection.login === "provision" && cameAt < since);
      await Promise.all([requests.sweep(), ...long.map(({ connection }) => lines().end(connection.id, "come-again"))]);
    },
  };
};
export type RegistrationDesk = ReturnType<typeof createRegistrationDesk>;
