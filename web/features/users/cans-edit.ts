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

/** What the call is sent: the count, and what all cans come to with it. */
export const cansChange = (
  { totalCans }: Pick<Cans, "totalCans">,
  present: number,
  entry: Entry,
  { cans, reason }: { cans: number; reason: string },
) => ({ ...entry, cans, totalCans: totalCans - present + cans, reason });

/**
 * Sets the count of one entry. What others did to other entries meanwhile is no conflict: the sum that is sent beside
 * it is made anew from theirs.
 */
export const saveCans = (
  record: Cans,
  entry: Entry,
  change: { cans: number; reason: string },
): Promise<Edited<Cans>> => {
  let known = record;
  const present = (of: Cans) => countAt(of, entry.vendingMachine, entry.product);
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
      body: { ...cansChange(known, present(known), entry, change), rev },
    }),
  });
};
