import { changeCans } from "#shared/cans/cans.api.ts";
import { cansRecord } from "#shared/cans/cans.record.ts";
import { countAt } from "#shared/cans/cans.rules.ts";
import type { Cans } from "#shared/cans/cans.schema.ts";
import { type Edited, saveEdit } from "../../http/save-edit.ts";

interface Entry {
  vendingMachine: string;
  brand: string;
  product: string;
}

/**
 * Sets the count of one entry. What others did to other entries meanwhile is no conflict: the sum that is sent beside
 * it is made anew from theirs.
 */
export const saveCans = (
  record: Cans,
  { vendingMachine, brand, product }: Entry,
  { cans, reason }: { cans: number; reason: string },
): Promise<Edited<Cans>> => {
  let known = record;
  const present = (of: Cans) => countAt(of, vendingMachine, product);
  return saveEdit({
    record: cansRecord,
    endpoint: changeCans,
    rev: record.rev,
    isUntouched: (theirs) => {
      const isUntouched = present(theirs) === present(record);
      if (isUntouched) known = theirs;
      return isUntouched;
    },
    input: (rev) => ({
      params: { id: record._id },
      body: { vendingMachine, brand, product, cans, totalCans: known.totalCans - present(known) + cans, rev, reason },
    }),
  });
};
