import type { BehaviourName } from "../../payment-provider/behaviours.ts";
import { createRandom, type Random } from "../random.ts";

export interface Customer {
  phone: string;
  name: string;
  email: string;
}

const first = [
  "Aisha",
  "Ajith",
  "Devika",
  "Faisal",
  "Gopika",
  "Hari",
  "Jiya",
  "Kiran",
  "Maya",
  "Nikhil",
  "Reshma",
  "Vivek",
];
const last = ["Abraham", "Das", "George", "Iyer", "Kumar", "Mathew", "Nambiar", "Panicker", "Rajan", "Thampi"];
/** Numbers that nobody has: they begin with 0. */
const firstPhone = 0;
const phoneDigits = 10;

/** The same people for the same seed; a good third of them gives an email address. */
export const planCustomers = (count: number, seed: number): Customer[] =>
  Array.from({ length: count }, (_, index) => {
    const random = createRandom(`${seed}/customer/${index}`);
    const name = `${random.pick(first)} ${random.pick(last)}`;
    const email = random.chance(0.35) ? `${name.toLowerCase().replace(" ", ".")}.${index}@example.com` : "";
    return { phone: String(firstPhone + index + 1).padStart(phoneDigits, "0"), name, email };
  });

/** What becomes of an order, in turn: one way to pay after the other; none is a customer who leaves. */
type Way = readonly BehaviourName[];

const ways: { share: number; way: Way }[] = [
  { share: 0.82, way: ["succeed"] },
  { share: 0.05, way: ["fail", "succeed"] },
  { share: 0.04, way: ["fail"] },
  { share: 0.04, way: [] },
  { share: 0.03, way: ["never answered"] },
  { share: 0.02, way: ["late"] },
];

export const drawWay = (random: Random): Way => {
  let left = random.next();
  for (const { share, way } of ways) {
    left -= share;
    if (left < 0) return way;
  }
  return ["succeed"];
};

/** What becomes of a can that is paid for. */
interface Taking {
  /** They take it on another visit. */
  comesLater: boolean;
  /** They bring it back when it is empty. */
  brings: boolean;
  /** The answer does not reach their phone, so that their app repeats the call. */
  losesAnswer: boolean;
}

export const drawTaking = (random: Random): Taking => ({
  comesLater: random.chance(0.2),
  brings: random.chance(0.45),
  losesAnswer: random.chance(0.04),
});
