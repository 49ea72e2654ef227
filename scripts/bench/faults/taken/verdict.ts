import { pause } from "../../../simulator/pause.ts";
import { exactly, type Figure } from "../fault.ts";
import { judgeTakes, reconcile, stockDrifts, unfinished } from "./judge-takes.ts";
import type { TakenHouse } from "./taken-house.ts";

const askEveryMs = 300;

/** Waits until nothing can move any more; answers in words what still goes on after `withinMs`. */
export const untilCalm = async ({ mongo, units }: TakenHouse, withinMs: number): Promise<string[]> => {
  const left = async () => [
    // Units first: what one says after it was asked is not to be missed by both.
    ...units.flatMap((unit) => (unit.unsaid() > 0 ? [`${unit.serialNumber} is not heard`] : [])),
    ...(await unfinished(mongo)),
  ];
  let goesOn = await left();
  for (const end = Date.now() + withinMs; goesOn.length > 0 && Date.now() < end; goesOn = await left())
    await pause(askEveryMs);
  return goesOn;
};

/** What disagrees, in words, by who says so. */
export interface Verdict {
  /** Cans with their doors, rows of the ledger and claims. */
  wrong: string[];
  /** Accounts with their rows: the product's own reconciliation. */
  drifts: string[];
  /** Redis with the containers: the product's own comparison. */
  stock: string[];
}

export const judge = async (house: TakenHouse): Promise<Verdict> => ({
  wrong: await judgeTakes(
    house.mongo,
    house.units.flatMap((unit) => unit.openings),
  ),
  drifts: await reconcile(house.operatorAt(0)),
  stock: await stockDrifts(house.mongo, house.servers.redis.url),
});

export const figuresOf = ({ wrong, drifts, stock }: Verdict): Figure[] => [
  exactly("cans, doors, rows and claims that disagree", wrong.length, 0),
  exactly("accounts that are not what their rows add up to", drifts.length, 0),
  exactly("machines whose stock in Redis is another", stock.length, 0),
];
