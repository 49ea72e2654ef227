import { pause } from "../../../simulator/pause.ts";
import { createRandom } from "../../../simulator/random.ts";
import type { Killable } from "../taken/killable-servers.ts";
import { createShoppers } from "../taken/shoppers.ts";
import type { TakenHouse } from "../taken/taken-house.ts";
import { judge, untilCalm } from "../taken/verdict.ts";
import { type Behaviour, bringCustomers, refundPending, type Take } from "./customers.ts";
import type { Gates } from "./gates.ts";
import { gatherUnits } from "./gathered-units.ts";
import { type Round, steps } from "./steps.ts";
import { watchTakes } from "./watch.ts";

export const things = ["gateway", "worker", "MongoDB", "Redis"] as const;
export const ways = ["killed", "frozen"] as const;
/** What is done to what at which step of a take; nothing is where `thing` is null. */
export interface Cell {
  step: string;
  thing: (typeof things)[number] | null;
  way: (typeof ways)[number];
}
export const nameOf = ({ step, thing, way }: Cell): string => `${step}, ${thing ? `${thing} ${way}` : "nothing"}`;

/** What stays from round to round. */
export interface Stage {
  house: TakenHouse;
  gates: Gates;
  /** Which gateway customers and units turn to next. */
  turn: { to: 0 | 1 };
}

/** How a round ended. */
export interface Outcome {
  /** The can of each behaviour, in words. */
  cans: { behaviour: Behaviour; status: string; why: string }[];
  /** What is not as it must be, in words; what was wrong in an earlier round as well. */
  wrong: string[];
}

/** Killed processes are started again so much later, frozen ones go on so much later. */
const awayMs = { killed: 1_500, frozen: 5_000 };
const calmWithinMs = 90_000;
const askEveryMs = 200;

/** The gateway that serves and holds units, another one to which all may turn, and a worker. */
const castOf = ({ gateways, workers, servers }: TakenHouse) => ({
  gateway: gateways[0],
  worker: workers[0],
  spare: workers[1],
  victims: { gateway: gateways[0], worker: workers[0], MongoDB: servers.mongo, Redis: servers.redis },
});

/** Frozen it is noticed like a dead one: another worker is started, and both go on with the same work in the end. */
const strike = async (cell: Cell, victim: Killable, spare: Killable): Promise<() => Promise<void>> => {
  await (cell.way === "killed" ? victim.kill() : victim.freeze());
  const isReplaced = cell.thing === "worker" && cell.way === "frozen";
  return async () => {
    if (isReplaced) await spare.start();
    await pause(awayMs[cell.way]);
    await (cell.way === "killed" ? victim.start() : victim.thaw());
  };
};

const outcomeOf = async ({ mongo }: TakenHouse, takes: Take[]): Promise<Outcome["cans"]> => {
  const cans = await mongo.collections.canTransactions.find({ _id: { $in: takes.map(({ _id }) => _id) } }).toArray();
  return takes.map(({ behaviour, _id }) => {
    const can = cans.find((one) => one._id.equals(_id));
    return { behaviour, status: can?.status ?? "refused", why: can?.vendingMachineMessage ?? "" };
  });
};

/** Takes a can at the machine of each behaviour, up to the cell's step, lets its trouble happen, and judges all. */
export const runRound = async ({ house, gates, turn }: Stage, cell: Cell, nth: number): Promise<Outcome> => {
  const { gateway, worker, spare, victims } = castOf(house);
  const { mongo } = house;
  const name = `${nth} ${nameOf(cell)}`;
  const urlOf = (nthCall: number) => (turn.to === 0 ? house.gateways[0].url : house.urlOf(nthCall));
  const shoppers = createShoppers({ ...house, urlOf }, createRandom(name));
  const wrong: string[] = [];

  turn.to = 0;
  gates.close("tell late");
  await gatherUnits(house);
  const takes = await bringCustomers(house, shoppers, name);
  const watch = await watchTakes(mongo);
  gates.onComing(watch.tell);
  const asked = new Map<Take, Promise<(string | null)[]>>();
  const ask = (take: Take): void => {
    const before = asked.get(take) ?? Promise.resolve([]);
    asked.set(
      take,
      Promise.all([before, take.ask()]).then(([known, id]) => [...known, id]),
    );
    // Whoever waits for the answer hears of it.
    asked.get(take)?.catch(() => undefined);
  };
  const answered = () => Promise.all(asked.values());
  const held = new Set<Killable>();
  const accounts = mongo.client.startSession();
  const round: Round = {
    house,
    takes,
    gates,
    watch,
    gateway,
    worker,
    answered,
    begin: (behaviours) => {
      for (const take of takes) if (!asked.has(take) && (!behaviours || behaviours.includes(take.behaviour))) ask(take);
    },
    holdStill: (room) => {
      room.freeze();
      held.add(room);
    },
    letGo: (room) => {
      if (held.delete(room)) room.thaw();
    },
    holdAccounts: async () => {
      accounts.startTransaction();
      const ofTakers = { _id: { $in: takes.map(({ user }) => user) } };
      await mongo.collections.cans.updateMany(ofTakers, { $inc: { rev: 1 } }, { session: accounts });
    },
  };

  try {
    await steps[cell.step]?.(round).catch((error: unknown) => wrong.push(`${error}`));
    turn.to = cell.thing === "gateway" ? 1 : 0;
    const victim = cell.thing ? victims[cell.thing] : null;
    const end = victim ? await strike(cell, victim, spare) : async () => undefined;
    if (accounts.inTransaction()) await accounts.abortTransaction().catch(() => undefined);
    for (const room of held) if (room !== victim) round.letGo(room);
    for (const deed of ["acknowledge", "open", "close"] as const) gates.open(deed);
    // Whoever waits for an answer asks again, at another gateway perhaps, while the first call is still under way.
    for (const take of takes) ask(take);
    await end();
    const ids = await answered();
    for (const [at, answers] of ids.entries())
      if (new Set(answers).size > 1) wrong.push(`${takes[at]?.behaviour} was answered ${answers.join(" and ")}`);
    await untilLateMayTell(house, takes);
  } finally {
    gates.openAll();
    await watch.stop();
    await accounts.endSession().catch(() => undefined);
  }
  wrong.push(...(await untilCalm(house, calmWithinMs)));
  if (cell.thing === "worker" && cell.way === "frozen") await spare.kill();
  const cans = await outcomeOf(house, takes);
  if (cans.some(({ status }) => status === "refused"))
    wrong.push(...[...shoppers.refusals].map(([words, times]) => `${name}: refused ${times} times: ${words}`));
  const verdict = await judge(house);
  wrong.push(...Object.values(verdict).flat());
  wrong.push(...(await refundPending(house, shoppers, takes)));
  return { cans, wrong };
};

/** Its row has ended, if its command was ever given. */
const untilLateMayTell = async ({ mongo }: TakenHouse, takes: Take[]): Promise<void> => {
  const late = takes.find(({ behaviour }) => behaviour === "late");
  const isOver = async () => {
    const can = await mongo.collections.canTransactions.findOne({ _id: late?._id });
    const going = can && { session: can.session, end: null };
    return !going || (await mongo.collections.sessionRows.countDocuments(going)) === 0;
  };
  for (const end = Date.now() + calmWithinMs; Date.now() < end && !(await isOver().catch(() => false)); )
    await pause(askEveryMs);
};
