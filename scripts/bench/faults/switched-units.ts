import { ObjectId } from "mongodb";
import type { AlarmKind } from "#shared/alarms/alarm.schema.ts";
import { downTopic, type LiveMessage } from "#shared/events/machine-topics.ts";
import { removeRequest } from "#shared/registration/registration.api.ts";
import { provisioningUser } from "#shared/registration/registration.schema.ts";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { createHandUnit } from "../../integration/commands/hand-unit.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { openLine } from "../../simulator/line.ts";
import type { Installation } from "../installation.ts";
import type { AlarmCase } from "./alarm-case.ts";

const beatEveryMs = 20_000;

/** A unit that is switched on and off, and whose doors stay shut whatever it is commanded: it says that its motor failed. */
const createSwitchedUnit = (planted: PlantedUnit, mqttUrl: string) => {
  const { plan, machineId } = planted;
  let measured: () => Partial<LiveMessage> = () => ({});
  let isOn = false;
  const hand = createHandUnit(planted, () => measured());
  hand.onCommand(({ commandId, channels }) => {
    for (const channel of channels)
      void hand.say(commandId, channel, { fact: "failed", code: "MOTOR_STALLED", message: "The motor did not turn" });
  });
  return {
    serialNumber: plan.serialNumber,
    vendingMachineId: plan.vendingMachineId,
    machineId,
    machine: new ObjectId(machineId),
    /** Its next heartbeat is said at once. */
    measure: async (next: typeof measured): Promise<void> => {
      measured = next;
      if (isOn) await hand.beat();
    },
    beat: async (): Promise<void> => {
      if (isOn) await hand.beat().catch(() => undefined);
    },
    on: async (): Promise<void> => {
      await hand.connect(mqttUrl);
      isOn = true;
    },
    off: async (): Promise<void> => {
      isOn = false;
      await hand.drop();
    },
    /** Resolves once it is stored. */
    sayLock: (channel: number, isLocked: boolean): Promise<void> => hand.sayLocks([{ channel, isLocked }]),
  };
};
export type SwitchedUnit = ReturnType<typeof createSwitchedUnit>;

/** A unit that nobody has registered says its key, and goes. */
const requestRegistration = async (mqttUrl: string, serialNumber: string): Promise<void> => {
  const line = await openLine({
    mqttUrl,
    serialNumber,
    username: provisioningUser,
    password: provisioningKey,
    subscribeTo: downTopic(serialNumber, "credentials"),
    onMessage: () => undefined,
    onUnreadable: () => undefined,
  });
  const payload = { version: "1.0.0", dateTime: new Date().toISOString(), key: newUnitKeys().key };
  await line.publish({ topic: "register", payload });
  await line.end();
};

/** The units of an installation, each under its place, at its first gateway. */
export const createSwitchedUnits = ({ units: planted, mqttUrl }: Pick<Installation, "units" | "mqttUrl">) => {
  const units = planted.map((unit) => createSwitchedUnit(unit, mqttUrl));
  const beats = setInterval(() => void units.map((unit) => unit.beat()), beatEveryMs);
  return {
    of: (place: number): SwitchedUnit => {
      const unit = units[place];
      if (!unit) throw new Error(`No unit was planted at ${place}.`);
      return unit;
    },
    /** A unit that waits for registration, or another one under its serial number as well. */
    waiting: (
      kind: Extract<AlarmKind, "unit-waiting" | "other-key">,
      operator: Installation["operator"],
    ): AlarmCase => {
      const serialNumber = `NEW-${kind}`;
      const request = () => requestRegistration(mqttUrl, serialNumber);
      return {
        kind,
        subject: serialNumber,
        what: kind === "other-key" ? "two units use one serial number" : "a unit requests registration",
        ...(kind === "other-key" ? { prepare: request } : {}),
        cause: request,
        end: () => operator().call(removeRequest, { body: { serialNumber } }),
        raisedWithin: 20,
        clearedWithin: 20,
      };
    },
    stop: async (): Promise<void> => {
      clearInterval(beats);
      await Promise.all(units.map((unit) => unit.off()));
    },
  };
};
export type SwitchedUnits = ReturnType<typeof createSwitchedUnits>;
