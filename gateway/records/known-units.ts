import { createSharedRun } from "#shared/concurrency/single-flight.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import { recordsPerBatch } from "#shared/runtime/mongo.ts";
import type { ChangeFeed, GatewayParts } from "../parts.ts";
import { byWords, createCatchUp, createOrders, idsByWords } from "./known-records.ts";

/** What a registered control unit is found and ordered by. */
export interface KnownUnit {
  id: string;
  serialNumber: string;
  name: string;
  /** In small letters: a search reads nothing else. */
  inSerialNumber: string;
  inName: string;
  registeredAt: number;
  authorised: boolean;
}

type Parts = Pick<GatewayParts, "mongo"> & { feed: ChangeFeed };
type Listed = Pick<UnitDocument, "_id" | "serialNumber" | "name" | "registeredAt" | "authorised">;

/** More that changed are read with all others. */
const mostChanged = 1_000;
const listed = { serialNumber: 1, name: 1, registeredAt: 1, authorised: 1 } as const;

const knownOf = ({ _id, serialNumber, name, registeredAt, authorised }: Listed): KnownUnit => ({
  id: _id.toHexString(),
  serialNumber,
  name,
  inSerialNumber: serialNumber.toLowerCase(),
  inName: name.toLowerCase(),
  registeredAt: registeredAt.getTime(),
  authorised,
});
const byTime = (a: KnownUnit, b: KnownUnit): number =>
  a.registeredAt - b.registeredAt || (a.id < b.id ? -1 : Number(a.id > b.id));

/** All registered control units, kept in memory from the first time that somebody asks for a page. */
export const createKnownUnits = ({ mongo, feed }: Parts) => {
  const { units } = mongo.collections;
  const orders = createOrders<KnownUnit, "time" | "serialNumber" | "name">({
    time: byTime,
    serialNumber: (a, b) => byWords.compare(a.serialNumber, b.serialNumber),
    name: (a, b) => byWords.compare(a.name, b.name),
  });

  const { change, lost, catchUp } = createCatchUp({
    mostChanged,
    ahead: (): Promise<unknown> => current(),
    all: async () => {
      const all = await units
        .find({}, { batchSize: recordsPerBatch })
        .project<Listed>(listed)
        .sort({ registeredAt: 1, _id: 1 })
        .toArray();
      const [serialNumber, name] = [await idsByWords(units, "serialNumber"), await idsByWords(units, "name")];
      orders.fill(new Map(all.map((one) => [one._id.toHexString(), knownOf(one)])), {
        time: all.map(({ _id }) => _id),
        serialNumber,
        name,
      });
    },
    some: async (ids) => {
      const found = await units
        .find({ _id: { $in: ids } })
        .project<Listed>(listed)
        .toArray();
      orders.replace(new Set(ids.map((id) => id.toHexString())), found.map(knownOf));
    },
  });
  feed.on("units", ({ id }) => change(id));
  feed.onGap(lost);

  /** Makes up for what has changed; all who ask at that moment share it. */
  const current = createSharedRun(async () => {
    await catchUp();
    return orders.lists;
  });
  return { current };
};
