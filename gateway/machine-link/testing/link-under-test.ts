import * as z from "zod";
import { openCredentials, type UnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { until } from "#shared/testing/eventually.ts";
import { openRawUnit, type RawUnit } from "../../../broker/testing/raw-unit.ts";
import type { GatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine, addUnit } from "../../testing/network.ts";

type Gateway = Pick<GatewayUnderTest, "mqttPort" | "url" | "parts">;
type Login = { serialNumber: string; secret: string };

export const at = "2026-03-01T06:30:00Z";
export const heartbeat = { strength: -67, version: "2.4.1", uptime: 60, at };
export const up = (serialNumber: string, topic: string) => `vm/v1/${serialNumber}/up/${topic}`;

const connectAs = async ({ mqttPort }: Gateway, id: string, username: string, password: string) => {
  const unit = await openRawUnit(mqttPort ?? 0);
  unit.connect({ id, username, password });
  const answer = await unit.answer();
  if (answer !== 0) {
    unit.leave();
    throw new Error(`refused with ${answer}`);
  }
  return unit;
};

/** A unit that has signed in with its own secret. Rejects with the return code when it is refused. */
export const connectUnit = (gateway: Gateway, { serialNumber, secret }: Login): Promise<RawUnit> =>
  connectAs(gateway, serialNumber, serialNumber, secret);

/** A unit on the login that all unregistered units share. */
export const connectProvisioning = (gateway: Gateway, serialNumber: string, key = provisioningKey): Promise<RawUnit> =>
  connectAs(gateway, serialNumber, "provision", key);

/** Subscribes to all the unit's topics, and waits until that is done. */
export const listen = async (unit: RawUnit, serialNumber: string, topic = "#"): Promise<void> => {
  const before = unit.packets("suback").length;
  unit.subscribe([`vm/v1/${serialNumber}/down/${topic}`]);
  await until("the SUBACK", () => unit.packets("suback").length > before);
};

/** What the unit has received on one of its topics. */
export const heardOn = (unit: RawUnit, topic: string): Record<string, unknown>[] =>
  unit
    .packets("publish")
    .filter((packet) => packet.topic.endsWith(`/down/${topic}`))
    .map(({ payload }) => JSON.parse(String(payload)));

/** Publishes with a PUBACK wanted, and waits for it. */
export const sayAcknowledged = async (
  unit: RawUnit,
  topic: string,
  payload: object,
  messageId: number,
): Promise<void> => {
  unit.publish(topic, payload, 1, messageId);
  await until(`the PUBACK of ${messageId}`, () => unit.acknowledged().includes(messageId));
};

let registerId = 30_000;
/** Requests registration, with the key or without one, and waits for the PUBACK. */
export const requestRegistration = (
  unit: RawUnit,
  serialNumber: string,
  options: { version?: string; key?: string; mac?: boolean } = {},
) => {
  registerId += 1;
  return sayAcknowledged(
    unit,
    up(serialNumber, "register"),
    { version: "1.0.0", dateTime: at, ...options },
    registerId,
  );
};

/** A unit that waits on the provisioning login: it listens for its credentials and has requested with its key. */
export const connectRequesting = async (gateway: Gateway, serialNumber: string, key?: string): Promise<RawUnit> => {
  const unit = await connectProvisioning(gateway, serialNumber);
  await listen(unit, serialNumber, "credentials");
  await requestRegistration(unit, serialNumber, key ? { key } : {});
  return unit;
};

const Credentials = z.object({ sealed: z.object({ key: z.string(), iv: z.string(), data: z.string() }) });
/** What this unit was sent, opened with its keys. Throws for what was sealed to somebody else. */
export const credentialsHeard = (unit: RawUnit, serialNumber: string, keys: UnitKeys) =>
  heardOn(unit, "credentials").map((payload) => openCredentials(serialNumber, keys, Credentials.parse(payload).sealed));
export const secretsHeard = (unit: RawUnit, serialNumber: string, keys: UnitKeys): string[] =>
  credentialsHeard(unit, serialNumber, keys).map(({ secret }) => secret);

/** One figure of /metrics; 0 if it was never counted. */
export const counted = async ({ parts }: Gateway, name: string, label: string): Promise<number> => {
  const text = await parts.metrics.registry.metrics();
  const line = text
    .split("\n")
    .find((found) => found.startsWith(`cansole_machine_${name}{`) && found.includes(`"${label}"`));
  return Number(line?.split(" ").at(-1) ?? 0);
};

/** Registers units, and reads what is stored of a unit's locks: their states by channel, and how they changed. */
export const locksOf = (gateway: Pick<GatewayUnderTest, "parts" | "stores">) => ({
  registered: async () => addUnit(gateway.parts, await addMachine(gateway.parts)),
  doors: async (serialNumber: string): Promise<Record<number, boolean>> => {
    const found = await gateway.stores.doors.find({ serialNumber }).sort({ channel: 1 }).toArray();
    return Object.fromEntries(found.map(({ channel, isLocked }) => [channel, isLocked]));
  },
  history: (serialNumber: string) => gateway.stores.lockHistory.find({ "meta.unit": serialNumber }).toArray(),
});
