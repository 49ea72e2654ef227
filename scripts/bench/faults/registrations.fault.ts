import { pingMachine, readSessionResults } from "#shared/control-units/control-unit.api.ts";
import { fingerprintOf, newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { provisioningKey } from "#shared/runtime/testing/service-env.ts";
import { aMachine, aProfile } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { openRawUnit } from "../../../broker/testing/raw-unit.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { planFleet } from "../../simulator/plan.ts";
import { createRandom, type Random } from "../../simulator/random.ts";
import { createSimulatedMachine } from "../../simulator/simulated-machine.ts";
import { openTcpLine } from "../../testing/tcp-line.ts";
import { atLeast, atMost, exactly, type Figure } from "../command-line.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { admit, type Given, registrar, type Waiting } from "./registrations/registrar.ts";
import { strangers } from "./registrations/strangers.ts";
import type { Fault } from "./run.ts";

const many = 8;
/** A unit that is refused comes again after 6 s at most here. */
const settledMs = 90_000;

const trouble = async ({ gateways, servers }: Installation, random: Random, signal: AbortSignal) => {
  let times = 0;
  while (await pause(random.between(2_000, 6_000), signal)) {
    times += 1;
    const lot = random.next();
    const gateway = random.pick(gateways);
    if (lot < 0.5) {
      gateway.freeze();
      // Longer than a gateway may lag behind changes without skipping them.
      await pause(random.between(500, 9_000));
      gateway.thaw();
    } else if (lot < 0.8) {
      await gateway.kill();
      await pause(random.between(100, 1_500));
      await gateway.start();
    } else {
      servers.mongo.freeze();
      await pause(random.between(500, 4_000));
      servers.mongo.thaw();
    }
  }
  return times;
};

/** Its gateway stands still meanwhile, longer than it may lag behind. How long the unit is not in after that. */
const registerWhileFrozen = async (
  { gateways, mongo, operator }: Installation,
  one: Waiting & { unit: { state(): string } },
  given: Given,
): Promise<number> => {
  const { serialNumber, unit } = one;
  await until("its request", () => mongo.collections.registrationRequests.findOne({ serialNumber }));
  gateways[1]?.freeze();
  await admit({ operator }, one, given, 0);
  await pause(7_000);
  gateways[1]?.thaw();
  const began = Date.now();
  await until("the unit", () => unit.state() === "connected", 20_000).catch(() => undefined);
  return Date.now() - began;
};

/** The return code of a sign-in with this secret. */
const signIn = async (port: number, id: string, password: string) => {
  const line = await openRawUnit(port);
  line.connect({ id, password });
  const code = await line.answer();
  line.leave();
  return code;
};

export const fault: Fault = {
  promise:
    "units are registered, deleted, unauthorised and given new secrets while gateways and MongoDB stand still or die and strangers use their serial numbers: no stranger gets a secret, no earlier secret signs in, and each unit is in at the end",
  run: async (say, seconds = 60): Promise<Figure[]> => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}`);
    const random = createRandom(seed);
    const installation = await openInstallation(
      {
        machines: 1,
        gateways: [{}, {}],
        workers: [{}],
        // All come from one address here.
        env: () => ({ MQTT_WRONG_SIGN_INS_PER_ADDRESS: "100000" }),
      },
      say,
    );
    const { mongo, gateways, operator } = installation;
    const ports = gateways.map(({ mqttUrl }) => Number(new URL(mqttUrl).port));
    const profile = aProfile();
    await mongo.collections.productProfiles.insertOne(profile);
    const roads = random.fork("roads");
    let road: (typeof gateways)[number] | null = gateways[1] ?? null;
    const line = await openTcpLine(
      () => (road ?? roads.pick(gateways)).mqttUrl,
      (near, far) => {
        near.pipe(far);
        far.pipe(near);
      },
    );
    const fleet = planFleet(many, 21, noFaults).map((plan) => {
      const keys = newUnitKeys();
      const machine = aMachine({ name: plan.name, vendingMachineId: plan.vendingMachineId, profile: profile._id });
      const unit = createSimulatedMachine({
        plan,
        mqttUrl: `mqtt://${line.host}`,
        secret: null,
        provisioningKey,
        keys,
        liveEveryMs: 1_000,
        pace: 0.1,
        onEvent: () => undefined,
      });
      const { serialNumber, vendingMachineId } = plan;
      return {
        unit,
        keys,
        machine,
        serialNumber,
        vendingMachineId,
        fingerprint: fingerprintOf(keys.key),
        machineId: `${machine._id}`,
      };
    });
    await mongo.collections.machines.insertMany(fleet.map(({ machine }) => machine));
    const serials = fleet.map(({ serialNumber }) => serialNumber);
    const given: Given = new Map(serials.map((serialNumber) => [serialNumber, []]));
    const ending = new AbortController();
    const { signal } = ending;
    const strangersEnd = new AbortController();
    try {
      fleet[0]?.unit.start();
      const skippedMs = await registerWhileFrozen(installation, fleet[0] as (typeof fleet)[number], given);
      say(`in ${skippedMs} ms after its gateway had skipped its registration`);
      road = null;
      for (const { unit } of fleet.slice(1)) unit.start();
      const thieves = strangers(
        ports,
        serials,
        fleet.map(({ keys }) => keys.key),
        random.fork("strangers"),
        strangersEnd.signal,
      );
      const registering = registrar(installation, fleet, given, random.fork("registrar"), signal);
      const troubling = trouble(installation, random.fork("trouble"), signal);
      await pause(seconds * 1_000);
      ending.abort();
      const [acts, troubles] = await Promise.all([registering, troubling]);
      say(`${acts} acts of the operator, ${troubles} troubles`);
      const isIn = async (one: (typeof fleet)[number]): Promise<boolean> =>
        (await admit(installation, one, given, 0).catch(() => "waits")) === "registered" &&
        one.unit.state() === "connected";
      const began = Date.now();
      const out = new Set(fleet);
      while (out.size > 0 && Date.now() - began < settledMs) {
        for (const one of out) if (await isIn(one)) out.delete(one);
        await pause(500);
      }
      say(`all in after ${Date.now() - began} ms`);
      for (const one of out) {
        const unit = await mongo.collections.units.findOne({ serialNumber: one.serialNumber });
        const request = await mongo.collections.registrationRequests.findOne({ serialNumber: one.serialNumber });
        say(`${one.serialNumber} is ${one.unit.state()}: ${JSON.stringify({ unit, request, own: one.keys.key })}`);
      }
      strangersEnd.abort();
      const loot = await thieves;
      say(`${loot.tries} tries of strangers`);
      const answered = await Promise.all(
        fleet
          .map(async ({ vendingMachineId }) => {
            const { sessionId } = await operator(1).call(pingMachine, { body: { vendingMachineId } });
            const isDone = async () =>
              (await operator(0).call(readSessionResults, { params: { id: sessionId } })).session.status ===
              "completed";
            return until("an answer", isDone, 15_000).then(
              () => true,
              () => false,
            );
          })
          .map((work) => work.catch(() => false)),
      );
      const units = await mongo.collections.units.find({ serialNumber: { $in: serials } }).toArray();
      const wrongKeys = fleet.filter(
        ({ serialNumber, keys }) => units.find((one) => one.serialNumber === serialNumber)?.key !== keys.key,
      );
      const codes: (number | undefined)[] = [];
      for (const [serialNumber, secrets] of given)
        for (const secret of secrets.slice(-3, -1)) codes.push(await signIn(ports[0] ?? 0, serialNumber, secret));
      const requests = await mongo.collections.registrationRequests.countDocuments({ serialNumber: { $in: serials } });
      return [
        atMost("until a unit was in whose gateway had skipped its registration", skippedMs, 15_000, "ms"),
        atLeast("secrets that were given", [...given.values()].flat().length, many),
        atLeast("tries of strangers", loot.tries, seconds / 2),
        exactly("secrets that strangers could read", loot.secrets.length, 0),
        exactly("units that are not in", out.size, 0),
        exactly("units whose key is another one's", wrongKeys.length, 0),
        exactly("units that do not answer a ping", answered.filter((is) => !is).length, 0),
        exactly("earlier secrets that sign in", codes.filter((code) => code === 0).length, 0),
        exactly("requests of units that are registered", requests, 0),
        exactly("errors in logs", installation.processes.flatMap((one) => one.errors()).length, 0),
      ];
    } finally {
      ending.abort();
      strangersEnd.abort();
      await Promise.all(fleet.map(({ unit }) => unit.stop()));
      await line.stop();
      await installation.stop();
    }
  },
};
