import type { Document } from "mongodb";
import type { Mongo } from "#shared/runtime/mongo.ts";

/** One way to narrow a ledger: as an operator asks for it, and as MongoDB finds it without anchors or scopes. */
export interface LedgerFilter {
  name: string;
  query: Record<string, string>;
  match: Document;
}
export interface Days {
  name: string;
  startDate?: string;
  endDate?: string;
}

const shares = [0.2, 0.5, 0.8];
const dayMs = 86_400_000;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** With and without each of these, several together. */
const everyMix = (parts: LedgerFilter[]): LedgerFilter[] => {
  const mixes: LedgerFilter[] = [{ name: "all", query: {}, match: {} }];
  for (const part of parts)
    for (const { name, query, match } of mixes.slice())
      mixes.push({
        name: name === "all" ? part.name : `${name}, ${part.name}`,
        query: { ...query, ...part.query },
        match: { ...match, ...part.match },
      });
  return mixes;
};

const each = (filters: LedgerFilter[]): LedgerFilter[] => [...new Map(filters.map((one) => [one.name, one])).values()];

/** Filters of both ledgers, by rows from the whole time that they tell of, and days that are few, many, or have no end. */
export const examplesOf = async ({ collections }: Mongo) => {
  const { canLedger, transactionLedger, machines, users } = collections;
  const [oldest] = await canLedger.find({ scopes: "all" }).sort({ at: 1, _id: 1 }).limit(1).toArray();
  const [newest] = await canLedger.find({ scopes: "all" }).sort({ at: -1, _id: -1 }).limit(1).toArray();
  if (!oldest || !newest) throw new Error("The ledger is empty.");
  const momentAt = (share: number) =>
    new Date(oldest.at.getTime() + share * (newest.at.getTime() - oldest.at.getTime()));
  const machineOf = async (_id: Document) => {
    const machine = await machines.findOne({ _id });
    const named = machine?.vendingMachineId ?? "";
    return { name: `machine ${named}`, query: { vendingMachine: named }, match: { machine: machine?._id } };
  };

  const ledger: LedgerFilter[] = [];
  const commands: LedgerFilter[] = [];
  for (const share of shares) {
    const at = { $gte: momentAt(share) };
    const can = await canLedger.findOne({ scopes: "all", at });
    const command = await transactionLedger.findOne({ at, user: { $type: "objectId" } }, { sort: { at: 1 } });
    if (!can || !command?.user) throw new Error("There are no rows in the middle of the ledgers.");
    const userId = can.user.toHexString();
    const product = can.product.toHexString();
    ledger.push(
      ...everyMix([
        { name: `customer ${userId}`, query: { userId }, match: { user: can.user } },
        await machineOf(can.machine),
        { name: `product ${product}`, query: { product }, match: { product: can.product } },
      ]),
    );
    const phone = (await users.findOne({ _id: command.user }))?.phone ?? "";
    commands.push(
      ...everyMix([
        { name: `customer ${command.user.toHexString()}`, query: { phone }, match: { user: command.user } },
        await machineOf(command.machine),
        { name: `type ${command.type}`, query: { transactionType: command.type }, match: { type: command.type } },
      ]),
    );
  }
  const dayAt = (share: number, more = 0) => dayOf(momentAt(share).getTime() + more * dayMs);
  const ranges: Days[] = [
    { name: "all days" },
    { name: "one day", startDate: dayAt(0.6), endDate: dayAt(0.6) },
    { name: "a week", startDate: dayAt(0.3), endDate: dayAt(0.3, 6) },
    { name: "half a year", startDate: dayAt(0.4), endDate: dayAt(0.9) },
    { name: "the latest days", startDate: dayAt(1, -3), endDate: dayAt(1) },
  ];
  return { ledger: each(ledger), commands: each(commands), ranges };
};
