import { aUser } from "#shared/runtime/testing/stored-records.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { createRandom } from "../simulator/random.ts";
import { createIds } from "./records.ts";

const wordsOf = (...lines: string[]) => lines.join(" ").split(" ");
const given = wordsOf(
  "Aadhya Abdul Aiswarya Akhil Amal Anand Anitha Aparna Arun Asha Basil Bindu Chandran Deepa Divya Elizabeth Faisal",
  "Gayathri George Gopika Hari Jaya Jibin Jincy Kavya Krishnan Leena Manoj Maria Meera Mohammed Nandini Nikhil Nimisha",
  "Parvathy Prakash Priya Rajesh Rekha Rohan Salma Sandeep Sangeetha Shaji Sindhu Sreejith Suresh Tessa Unni Vineeth",
);
const family = wordsOf(
  "Abraham Antony Babu Chacko Das Ibrahim Iyer Jacob John Joseph Kurup Mathew Menon Nair Nambiar Paul Pillai Rahman",
  "Raj Sebastian Thomas Varghese Varma Warrier",
);
const needDepositShare = 0.35;
const needSecurityShare = 0.08;

/**
 * Customers of a history, with made-up names and numbers from `firstPhone` on; the same for the same name of it. Two
 * thirds were there when it began, the others came since.
 */
export const customersOf = (
  name: string,
  many: number,
  { begins, now, firstPhone }: { begins: number; now: number; firstPhone: number },
): UserDocument[] => {
  const random = createRandom(`customers ${name}`);
  const nextId = createIds(`${name} customer`);
  return Array.from({ length: many }, (_, n): UserDocument => {
    const person = `${random.pick(given)} ${random.pick(family)}`;
    const needDeposit = random.chance(needDepositShare);
    const from = random.chance(2 / 3) ? [begins - 200 * 86_400_000, begins] : [begins, now];
    return aUser({
      _id: nextId(),
      createdAt: new Date(Math.floor(random.between(from[0] ?? 0, from[1] ?? 0))),
      phone: String(firstPhone + n),
      name: person,
      email: `${person.toLowerCase().replace(" ", ".")}.${n + 1}@example.com`,
      role: "customer",
      suspend: random.chance(0.01),
      needDeposit,
      needSecurityDeposit: needDeposit && random.chance(needSecurityShare / needDepositShare),
    });
  });
};
