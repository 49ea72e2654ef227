import { spawn } from "node:child_process";
import { connect } from "node:net";
import mqtt, { type Packet } from "mqtt-packet";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { provisioningKey, roomEnv } from "#shared/runtime/testing/room-env.ts";
import { pause } from "../../simulator/pause.ts";
import type { PlantedUnit } from "../../walks/planted.ts";
import { withOwnServers } from "../own-servers.ts";
import { atLeast, exactly, type Fault, type Figure } from "./fault.ts";
import { type MachineHouse, openMachineHouse } from "./machine-house.ts";
import { signInPacket } from "./sign-in-packet.ts";

const usualRounds = 1_000;
const strangersPerUnit = 8;
const units = 40;
const roundsAtOnce = 10;
/** Beside the gateways, on a computer that may have fewer cores. */
const busyLoops = 4;
/** Of the rounds of a quiet computer, so that all of it takes minutes. */
const busyShare = 0.2;
const answersWithinMs = 20_000;
const forgedId = "forged-by-a-stranger";

/** One connection; `answer` resolves with the first packet of a kind, or with null when the connection ends without. */
const openLine = (port: number, id: string, username: string, password: string) => {
  const socket = connect(port, "127.0.0.1");
  const parser = mqtt.parser();
  const heard: Packet[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  const look = () => {
    for (const one of waiting) one();
  };
  socket.setNoDelay(true);
  socket.on("error", () => undefined);
  socket.on("data", (bytes) => parser.parse(bytes));
  socket.on("connect", () => socket.write(signInPacket(id, username, password)));
  socket.on("close", () => {
    isOver = true;
    look();
  });
  parser.on("packet", (packet) => {
    heard.push(packet);
    look();
  });
  const answer = <C extends Packet["cmd"]>(cmd: C): Promise<Extract<Packet, { cmd: C }> | null> =>
    new Promise((resolve) => {
      const seek = () => {
        const found = heard.find((packet): packet is Extract<Packet, { cmd: C }> => packet.cmd === cmd);
        if (!found && !isOver) return;
        clearTimeout(patience);
        waiting.delete(seek);
        resolve(found ?? null);
      };
      const patience = setTimeout(() => socket.destroy(), answersWithinMs);
      waiting.add(seek);
      seek();
    });
  return {
    heard,
    answer,
    isOver: () => isOver,
    send: (packet: Packet) => {
      if (!isOver) socket.write(mqtt.generate(packet));
    },
    leave: () => socket.destroy(),
  };
};
type Line = ReturnType<typeof openLine>;

/** Says both forged messages again and again until it is ended or the round is over. */
const forge = async (line: Line, serialNumber: string, isOver: () => boolean): Promise<void> => {
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

interface Round {
  strangers: number;
  heardTime: boolean;
  forged: number;
}

/** While a new secret waits: strangers stand under the unit's serial number when it signs in and subscribes. */
const play = async (unit: PlantedUnit, ports: number[], turn: number): Promise<Round> => {
  const { serialNumber } = unit.plan;
  const portOf = (i: number) => ports[(turn + i) % ports.length] ?? 0;
  const strangers = Array.from({ length: strangersPerUnit }, (_, i) =>
    openLine(portOf(i), serialNumber, "provision", provisioningKey),
  );
  const answers = await Promise.all(strangers.map((line) => line.answer("connack")));
  const standing = strangers.filter((_, i) => answers[i]?.returnCode === 0);
  const own = openLine(portOf(turn), serialNumber, serialNumber, unit.secret);
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
  const said = own.heard.flatMap((packet) => (packet.cmd === "publish" ? [packet] : []));
  const isForged = ({ topic, payload }: { topic: string; payload: string | Buffer }) =>
    String(payload).includes(forgedId) ||
    (topic.endsWith("/time") && Date.parse(JSON.parse(String(payload)).now) > Date.now() + 600_000);
  for (const line of [own, ...strangers]) line.leave();
  const forged = said.filter(isForged).length;
  return { strangers: standing.length, heardTime: said.length > forged, forged };
};

const playAll = async (
  { mongo, mqttPorts, planted }: Pick<MachineHouse, "mongo" | "mqttPorts" | "planted">,
  rounds: number,
): Promise<Round[]> => {
  const secrets = createSecrets(roomEnv({ mongodbUri: "", redisUrl: "" }).JWT_SECRET);
  const played: Round[] = [];
  let next = 0;
  const player = async (place: number) => {
    for (let turn = next++; turn < rounds; turn = next++) {
      const mine = planted.filter((_, i) => i % roundsAtOnce === place);
      const unit = mine[turn % mine.length];
      if (!unit) throw new Error("there is no unit to play with");
      const sealedSecret = { box: secrets.seal(unit.secret), until: new Date(Date.now() + 3_600_000) };
      await mongo.collections.units.updateOne({ serialNumber: unit.plan.serialNumber }, { $set: { sealedSecret } });
      played.push(await play(unit, mqttPorts, turn));
    }
  };
  await Promise.all(Array.from({ length: roundsAtOnce }, (_, place) => player(place)));
  return played;
};

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

const at = async (gateways: number, quietRounds: number, say: (line: string) => void): Promise<Figure[]> =>
  withOwnServers(say, async (_, services) => {
    const env = { MQTT_STRANGER_PACKETS_PER_ADDRESS: "100000" };
    const house = await openMachineHouse({ ...services, units, say, gateways, env });
    const figures: Figure[] = [];
    try {
      for (const beside of [0, busyLoops]) {
        const rounds = beside > 0 ? Math.ceil(quietRounds * busyShare) : quietRounds;
        const loops = Array.from({ length: beside }, () => spawn(process.execPath, ["-e", "for (;;);"]));
        const began = performance.now();
        const played = await playAll(house, rounds).finally(() => {
          for (const loop of loops) loop.kill("SIGKILL");
        });
        const what = `${gateways} gateway${gateways > 1 ? "s" : ""}, ${beside > 0 ? "busy" : "quiet"}`;
        const stood = sum(played.map(({ strangers }) => strangers));
        say(`${what}: ${rounds} rounds, ${stood} strangers, ${Math.round((performance.now() - began) / 1_000)} s`);
        const reached = played.filter(({ forged }) => forged > 0).length;
        figures.push(exactly(`${what}: rounds in which a forged packet reached the unit`, reached, 0));
        const served = played.filter(({ heardTime }) => heardTime).length;
        figures.push(exactly(`${what}: rounds in which the unit was told the time`, served, rounds));
        figures.push(atLeast(`${what}: strangers who stood beside it, on average`, stood / rounds, 4));
      }
    } finally {
      await house.stop();
    }
    return figures;
  });

export const fault: Fault = {
  promise: "whoever knows the provisioning key alone cannot say a word to a unit, even while its new secret waits",
  run: async (say, rounds = usualRounds) => [...(await at(1, rounds, say)), ...(await at(2, rounds, say))],
};
