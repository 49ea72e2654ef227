import { aContainer } from "#shared/runtime/testing/stored-records.ts";
import type { GatewayParts } from "../parts.ts";
import { addMachine, addProduct } from "./network.ts";

/** 130 cans, one every twelve hours; two at the very same moment. */
const cans = 130;
const hour = 3_600_000;
const firstStocked = Date.parse("2026-01-01T00:00:00+05:30");
/** When the can of that number was stocked. */
export const stockedAt = (index: number): Date => new Date(firstStocked + Math.min(index, cans - 2) * 12 * hour);

/** 100 cans in Metro and 30 younger ones in Campus; an empty container, and a full one that is out of order. */
export const plantCans = async (parts: Pick<GatewayParts, "mongo">) => {
  const cola = await addProduct(parts, { brand: 'Cola "cans":[] Light' });
  const metro = await addMachine(parts, { name: "Metro" });
  const campus = await addMachine(parts, { name: "Campus" });
  const can = { product: cola._id, isEmpty: false };
  await parts.mongo.collections.containers.insertMany([
    ...Array.from({ length: 100 }, (_, at) => aContainer(metro, at + 1, { ...can, stockedOn: stockedAt(at) })),
    ...Array.from({ length: 30 }, (_, at) => aContainer(campus, at + 1, { ...can, stockedOn: stockedAt(100 + at) })),
    aContainer(metro, 201, { product: cola._id }),
    aContainer(metro, 202, { ...can, isWorking: false }),
  ]);
  return { cola, metro, campus };
};
