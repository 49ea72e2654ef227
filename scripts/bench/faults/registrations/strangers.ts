import { newUnitKeys, openCredentials } from "#shared/registration/sealed-credentials.server.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { openRawUnit } from "../../../../broker/testing/raw-unit.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";

/** What somebody got who knows the provisioning key and all serial numbers. */
interface Loot {
  tries: number;
  secrets: string[];
}

/** Requests under this serial number with a key of their own, or one that they have read on a line; answers what came. */
const tryOne = async (port: number, serialNumber: string, random: Random, unitKeys: string[], loot: Loot) => {
  const keys = newUnitKeys();
  const line = await openRawUnit(port, "127.0.0.2");
  try {
    line.connect({ id: serialNumber, username: "provision", password: provisioningKey });
    const answer = await Promise.race([line.answer(), pause(8_000)]);
    if (answer !== 0) return;
    line.subscribe([`vm/v1/${serialNumber}/down/credentials`]);
    const key = random.chance(0.1) ? random.pick(unitKeys) : keys.key;
    const payload = { version: "6.6.6", dateTime: new Date().toISOString(), key, mac: random.chance(0.5) };
    line.publish(`vm/v1/${serialNumber}/up/register`, payload, 1, 7);
    await pause(random.between(200, 4_000));
    loot.tries += 1;
    for (const { topic, payload: bytes } of line.packets("publish")) {
      if (!topic.endsWith("/credentials")) continue;
      try {
        loot.secrets.push(openCredentials(serialNumber, keys, JSON.parse(String(bytes)).sealed).secret);
      } catch {
        // Sealed to somebody else.
      }
    }
  } finally {
    line.leave();
  }
};

export const strangers = async (
  ports: readonly number[],
  serialNumbers: string[],
  unitKeys: string[],
  random: Random,
  signal: AbortSignal,
): Promise<Loot> => {
  const loot: Loot = { tries: 0, secrets: [] };
  const one = async (own: Random) => {
    while (await pause(own.between(50, 800), signal))
      await tryOne(own.pick(ports), own.pick(serialNumbers), own, unitKeys, loot).catch(() => undefined);
  };
  await Promise.all([0, 1, 2].map((at) => one(random.fork(`stranger ${at}`))));
  return loot;
};
