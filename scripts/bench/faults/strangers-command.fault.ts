import { spawn } from "node:child_process";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import type { PlantedUnit } from "../../integration/planted.ts";
import { pause } from "../../simulator/pause.ts";
import { atLeast, exactly, type Figure } from "../command-line.ts";
import { withInstallation } from "../installation.ts";
import { type Connection, openConnection } from "./connections.ts";
import type { Fault } from "./run.ts";

const strangersPerUnit = 8;
const units = 40;
const roundsAtOnce = 10;
/** Beside the gateways, on a computer that may have fewer cores, for a fifth of the rounds. */
const busyLoops = 4;
const busyShare = 0.2;
const forgedId = "forged-by-a-stranger";

/** Says both forged messages again and again until it is ended or the round is over. */
const forge = async (line: Connection, serialNumber: string, isOver: () => boolean): Promise<void> => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const command = { commandId: forgedId, sessionId: forgedId, type: "open", channels: [1], expiresAt: later };
  const head = { cmd: "publish", dup: false, retain: false } as const;
  for (let messageId = 1; !isOver() && !line.isOver(); messageId += 1) {
    const topic = `vm/v1/${serialNumber}/down`;
    line.send({ ...head, topic: `${topic}/command`, payload: JSON.stringify(command), qos: 1, messageId });
    line.send({ ...head, topic: `${topic}/time`, payload: JSON.stringify({ now: later }), qos: 0 });
    await pause(5);
  }
};

/** While a new secret waits: strangers stand under the unit's serial number when it signs in and subscribes. */
const play = async ({ plan: { serialNumber }, secret }: PlantedUnit, ports: number[], turn: number) => {
  const portOf = (i: number) => ({ port: ports[(turn + i) % ports.length] ?? 0 });
  const strangers = Array.from({ length: strangersPerUnit }, (_, i) =>
    openConnection(portOf(i), [serialNumber, "provision", provisioningKey]),
  );
  const answers = await Promise.all(strangers.map((line) => line.answer("connack")));
  const standing = strangers.filter((_, i) => answers[i]?.returnCode === 0);
  const own = openConnection(portOf(0), [serialNumber, serialNumber, secret]);
  let isOver = false;
  const forging = own.answer("connack").then(() => {
    own.send({ cmd: "subscribe", messageId: 1, subscriptions: [{ topic: `vm/v1/${serialNumber}/down/#`, qos: 1 }] });
    return Promise.all(standing.map((line) => forge(line, serialNumber, () => isOver)));
  });
  await own.answer("publish");
  await pause(50);
  own.send({ cmd: "pingreq" });
  await own.answer("pingresp");
  isOver = true;
  await forging;
  for (const line of [own, ...strangers]) line.leave();
  const said = own.heard.flatMap((packet) => (packet.cmd === "publish" ? [packet] : []));
  const forged = said.filter(
    ({ topic, payload }) =>
      String(payload).includes(forgedId) ||
      (topic.endsWith("/time") && Date.parse(JSON.parse(String(payload)).now) > Date.now() + 600_000),
  ).length;
  return { strangers: standing.length, knowsTime: said.length > forged, isReached: forged > 0 };
};

const playAt = (gateways: number, quietRounds: number, say: (line: string) => void): Promise<Figure[]> => {
  const options = { machines: units, gateways: Array.from({ length: gateways }, () => ({})), workers: [] };
  const env = () => ({ MQTT_STRANGER_PACKETS_PER_ADDRESS: "100000" });
  return withInstallation({ ...options, env }, say, async (installation) => {
    const { mongo, units: planted } = installation;
    const secrets = createSecrets(installation.env.JWT_SECRET);
    const ports = installation.gateways.map(({ mqttUrl }) => Number(new URL(mqttUrl).port));
    const figures: Figure[] = [];
    for (const beside of [0, busyLoops]) {
      const rounds = beside > 0 ? Math.ceil(quietRounds * busyShare) : quietRounds;
      const loops = Array.from({ length: beside }, () => spawn(process.execPath, ["-e", "for (;;);"]));
      const played: Awaited<ReturnType<typeof play>>[] = [];
      let next = 0;
      const player = async (place: number) => {
        const mine = planted.filter((_, i) => i % roundsAtOnce === place);
        for (let turn = next++; turn < rounds; turn = next++) {
          const unit = mine[turn % mine.length] as PlantedUnit;
          const sealedSecret = { box: secrets.seal(unit.secret), until: new Date(Date.now() + 3_600_000) };
          await mongo.collections.units.updateOne({ serialNumber: unit.plan.serialNumber }, { $set: { sealedSecret } });
          played.push(await play(unit, ports, turn));
        }
      };
      await Promise.all(Array.from({ length: roundsAtOnce }, (_, place) => player(place))).finally(() => {
        for (const loop of loops) loop.kill("SIGKILL");
      });
      const what = `${gateways} gateway${gateways > 1 ? "s" : ""}, ${beside > 0 ? "busy" : "quiet"}, ${rounds} rounds`;
      const stood = played.reduce((sum, { strangers }) => sum + strangers, 0);
      figures.push(
        exactly(`${what}: a forged packet reached the unit in`, played.filter(({ isReached }) => isReached).length, 0),
        exactly(`${what}: the unit was given the time in`, played.filter(({ knowsTime }) => knowsTime).length, rounds),
        atLeast(`${what}: strangers who stood beside it, on average`, stood / rounds, 4),
      );
    }
    return figures;
  });
};

export const fault: Fault = {
  promise: "whoever knows the provisioning key alone cannot say a word to a unit, even while its new secret waits",
  run: async (say, rounds = 1_000) => [...(await playAt(1, rounds, say)), ...(await playAt(2, rounds, say))],
};
