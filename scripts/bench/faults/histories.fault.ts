import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { until } from "#shared/testing/eventually.ts";
import { createAutoUnit } from "../../integration/commands/auto-unit.ts";
import { noFaults } from "../../simulator/faults.ts";
import { pause } from "../../simulator/pause.ts";
import { createRandom, type Random } from "../../simulator/random.ts";
import { atLeast, exactly } from "../command-line.ts";
import { type Account, createPlayers, type Players } from "./histories/players.ts";
import { checkHistory } from "./histories/recorder.ts";
import { type Network, openNetwork } from "./network.ts";
import type { Fault } from "./run.ts";
import { makeTrouble } from "./troubles.ts";

const customers = 4;
const size = { machines: 3, locks: 30 };
/** Until what is open at the end has been answered, closed and told. */
const quietMs = 20_000;

/** Each customer's cans of one brand at each machine. */
const plantAccounts = async ({ mongo, shelves }: Network): Promise<Account[]> => {
  const users = Array.from({ length: customers }, (_, nth) => aUser({ phone: `${9_100_000_000 + nth}` }));
  await mongo.collections.users.insertMany(users);
  const machines = await mongo.collections.machines.find().toArray();
  const idOf = (name: string) => `${machines.find(({ vendingMachineId }) => vendingMachineId === name)?._id}`;
  return shelves.flatMap(({ vendingMachine, offers }, nth) =>
    users.map(({ _id, phone }) => ({
      name: `account/${nth}/${phone.slice(-1)}`,
      user: `${_id}`,
      phone,
      machine: idOf(vendingMachine),
      product: offers[0]?.product ?? "",
    })),
  );
};

/** This many players of each kind do one thing after another, until `signal`. */
const play = (players: Players, accounts: Account[], random: Random, signal: AbortSignal) => {
  const pending = () => {
    const fresh = players.cans.slice(-30);
    return fresh.length > 0 ? random.pick(fresh) : null;
  };
  const withCan = async (...ways: ((can: NonNullable<ReturnType<typeof pending>>) => Promise<void>)[]) => {
    const can = pending();
    if (can) await Promise.all(ways.map((way) => way(can)));
  };
  const { take, refund, reopen, order, read, look, fill } = players;
  const roles: [many: number, everyMs: number, act: () => Promise<void>][] = [
    [4, 700, () => take(random.pick(accounts))],
    [2, 2_000, () => order(random.pick(accounts), random.whole(1, 3))],
    [2, 400, () => withCan(random.pick([refund, reopen]))],
    [1, 900, () => withCan(refund, reopen)],
    [2, 300, () => read(random.pick(accounts))],
    [2, 300, () => withCan(look)],
    [2, 500, fill],
  ];
  return Promise.all(
    roles.flatMap(([many, everyMs, act]) =>
      Array.from({ length: many }, async () => {
        while (await pause(random.between(0, 2 * everyMs), signal)) await act();
      }),
    ),
  );
};

export const fault: Fault = {
  promise:
    "whoever is killed or frozen: each customer's account, each can and each door look as if all was done one step after another",
  run: async (say, seconds = 120) => {
    const seed = process.env.SEED ?? String(Date.now());
    say(`seed ${seed}; SEED=${seed} npm run faults -- histories=${seconds} draws the same lots again`);
    const random = createRandom(seed);
    const network = await openNetwork({ seed: 5, faults: noFaults, gateways: 2, workers: 2, size, fills: false }, say);
    try {
      const { gateways, processes, servers, units: planted } = network;
      const accounts = await plantAccounts(network);
      const players = createPlayers(network, accounts, random.fork("players"));
      const lots = random.fork("units");
      const manner = {
        openMs: 200,
        closeMs: 200,
        staysMs: () => lots.between(500, 8_000),
        awayMs: () => lots.between(100, 6_000),
      };
      let turn = 0;
      const mqttUrl = () => gateways[turn++ % gateways.length]?.mqttUrl ?? "";
      const units = planted.map((unit) => createAutoUnit(unit, mqttUrl, manner));
      for (const unit of units) unit.start();
      const ending = new AbortController();
      const things = [...processes, ...processes, servers.mongo, servers.redis];
      const playing = play(players, accounts, random.fork("roles"), ending.signal);
      const troubles = makeTrouble(random.fork("troubles"), things, ending.signal);
      await pause(seconds * 1_000);
      ending.abort();
      const done = await troubles;
      await until("all is up again", network.isReady, 60_000);
      await playing;
      await pause(quietMs);
      for (const settle of players.unsettled) await settle();
      await Promise.all(accounts.map(players.read));
      await Promise.all(players.cans.map(players.look));
      await Promise.all(units.map((unit) => unit.stop()));

      let unknown = 0;
      for (const [nth, { heard, openings }] of units.entries())
        for (const { commandId, channel, at } of openings) {
          const sessionId = heard.find(({ command }) => command.commandId === commandId)?.command.sessionId ?? "";
          const can = players.canOf.get(sessionId);
          if (!can) {
            unknown += 1;
            continue;
          }
          const moment = { call: at, return: at };
          players.history.push({ of: `can/${can.id}`, do: "open", by: commandId, ...moment });
          players.history.push({ of: `door/${planted[nth]?.machineId}/${channel}`, do: "open", by: can.id, ...moment });
        }
      const did = (what: string) => players.history.filter((one) => one.do === what).length;
      say(`${done.join(", ")}`);
      say(
        ["take", "refused", "credit", "open", "refund", "reopen", "leave", "fill", "read"]
          .map((what) => `${did(what)} ${what}`)
          .join(", "),
      );
      const verdict = await checkHistory(players.history);
      say(`${verdict.operations} operations of ${verdict.histories} accounts, cans and doors`);
      for (const of of verdict.illegal.slice(0, 5))
        for (const one of players.history.filter((it) => it.of === of).toSorted((a, b) => a.call - b.call))
          say(JSON.stringify(one));
      const unanswered = players.history.filter((one) => one.return === undefined).length;
      return [
        exactly("operations that were left out", players.history.length - verdict.operations, 0),
        exactly("accounts, cans and doors that are not linearizable", verdict.illegal.length, 0),
        exactly("histories that were too large to decide", verdict.undecided.length, 0),
        exactly("doors that opened for no can", unknown, 0),
        exactly("calls that were never answered", unanswered, 0),
        atLeast("cans that were taken", players.cans.length, seconds / 4),
        atLeast("cans that were refunded", did("refund"), seconds / 60),
        atLeast("processes and servers killed or frozen", done.length, seconds / 15),
      ];
    } finally {
      await network.stop();
    }
  },
};
