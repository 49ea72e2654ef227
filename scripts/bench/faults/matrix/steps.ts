import type { ObjectId } from "mongodb";
import type { FactName } from "#shared/control-units/control-unit.schema.ts";
import type { Killable } from "../taken/killable-servers.ts";
import type { TakenHouse } from "../taken/taken-house.ts";
import type { Behaviour, Take } from "./customers.ts";
import type { Gates } from "./gates.ts";
import type { TakesWatch } from "./watch.ts";

/** The takes of one round on their way to a step. */
export interface Round {
  house: TakenHouse;
  takes: Take[];
  gates: Gates;
  watch: TakesWatch;
  /** Who serves the customers and their units, and the only worker. */
  gateway: Killable;
  worker: Killable;
  /** Those of these behaviours, or all that did not yet, put in their cards. */
  begin: (behaviours?: readonly Behaviour[]) => void;
  /** Whoever began has his answer. */
  answered: () => Promise<unknown>;
  /** Stands still until the trouble has begun. */
  holdStill: (room: Killable) => void;
  letGo: (room: Killable) => void;
  /** What takes are about to write is being written by somebody else until the trouble has begun. */
  holdAccounts: () => Promise<void>;
}

const reachable = ["healthy", "deaf", "jammed", "drops before acknowledging", "drops after acknowledging", "late"];
const answering = reachable.filter((one) => one !== "deaf");
const opening = answering.filter((one) => one !== "jammed");

const idsOf = ({ takes }: Round, behaviours?: readonly string[]): ObjectId[] =>
  takes.filter(({ behaviour }) => !behaviours || behaviours.includes(behaviour)).map(({ _id }) => _id);

const sessionsOf = async (round: Round, behaviours?: readonly string[]): Promise<ObjectId[]> => {
  const _id = { $in: idsOf(round, behaviours) };
  const cans = await round.house.mongo.collections.canTransactions.find({ _id }).toArray();
  return cans.map(({ session }) => session);
};

/** That one of these facts is stored of each of these. */
const haveSaid = async (round: Round, behaviours: readonly string[], facts: readonly FactName[]): Promise<boolean> => {
  const said = await round.house.mongo.collections.sessionRows.countDocuments({
    session: { $in: await sessionsOf(round, behaviours) },
    $or: facts.map((fact) => ({ [`facts.${fact}`]: { $exists: true } })),
  });
  return said === behaviours.length;
};

const commanded = async (round: Round, state: "ready" | "sent"): Promise<boolean> => {
  const session = { $in: await sessionsOf(round, reachable) };
  return (await round.house.mongo.collections.commands.countDocuments({ session, state })) === reachable.length;
};

const areOpened = async (round: Round, behaviours: readonly string[]): Promise<boolean> => {
  const _id = { $in: idsOf(round, behaviours) };
  const { canTransactions } = round.house.mongo.collections;
  return (await canTransactions.countDocuments({ _id, status: "opened", containerDue: null })) === behaviours.length;
};

const untilAcknowledged = (round: Round, behaviours: readonly string[]) =>
  round.watch.until("units have acknowledged", () => haveSaid(round, behaviours, ["acknowledged"]));

/** The late one goes first: the others arrive when its row has ended, and its door is open. */
const untilLateIsLate = async (round: Round): Promise<void> => {
  round.begin(["late"]);
  await round.watch.until("the late one is late", async () => {
    const session = { $in: await sessionsOf(round, ["late"]) };
    return (await round.house.mongo.collections.sessionRows.countDocuments({ session, end: { $ne: null } })) === 1;
  });
};

const untilAllAcknowledged = async (round: Round): Promise<void> => {
  await untilLateIsLate(round);
  round.gates.close("open");
  round.begin();
  await untilAcknowledged(round, answering);
};

/**
 * The moments of a take, in its order. Each brings those who come so far there, and holds whoever would go on with it:
 * so the trouble begins at this very moment for all of them.
 */
export const steps: Record<string, (round: Round) => Promise<void>> = {
  reserved: async (round) => {
    await round.holdAccounts();
    round.begin();
    const { containers } = round.house.mongo.collections;
    const reservation = { $in: idsOf(round) };
    await round.watch.until(
      "containers are reserved",
      async () => (await containers.countDocuments({ reservation })) === round.takes.length,
    );
  },
  debited: async (round) => {
    round.holdStill(round.worker);
    round.begin();
    await round.watch.until("cans are debited", async () => (await sessionsOf(round)).length === round.takes.length);
  },
  queued: async (round) => {
    round.holdStill(round.worker);
    round.begin();
    await round.answered();
    round.holdStill(round.gateway);
    round.letGo(round.worker);
    await round.watch.until("commands are ready", () => commanded(round, "ready"));
  },
  sent: async (round) => {
    round.gates.close("acknowledge");
    round.begin();
    await round.watch.until(
      "units were told",
      async () => round.gates.waitingAt("acknowledge") === answering.length && (await commanded(round, "sent")),
    );
  },
  acknowledged: async (round) => {
    round.gates.close("open");
    round.begin();
    await untilAcknowledged(round, answering);
  },
  opened: async (round) => {
    await untilAllAcknowledged(round);
    round.holdStill(round.worker);
    round.gates.close("close");
    round.gates.open("open");
    round.gates.open("tell late");
    await round.watch.until("doors are open, or failed", () => haveSaid(round, answering, ["opened", "failed"]));
  },
  closed: async (round) => {
    await untilAllAcknowledged(round);
    round.gates.close("close");
    round.gates.open("open");
    round.gates.open("tell late");
    await round.watch.until("cans are opened", () => areOpened(round, opening));
    round.holdStill(round.worker);
    round.gates.open("close");
    await round.watch.until("doors are closed", () => haveSaid(round, opening, ["closed"]));
  },
};
