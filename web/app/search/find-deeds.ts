import type { SearchResult } from "#shared/search/search.schema.ts";
import { deedWords, type PaletteDeed, type Wish } from "./deeds.ts";
import type { Item } from "./item.ts";

export const deedItem = (deed: PaletteDeed, state: string | null = null): Item => ({
  kind: "deed",
  id: `${deed.do} ${deed.container ?? ""} ${deed.machine._id}`,
  label: deedWords(deed),
  detail: deed.machine.vendingMachineId,
  state,
  deed,
});

/** The deed on each machine that was found for it. */
export const findDeeds = (wish: Wish | null, found: readonly SearchResult[]): readonly Item[] =>
  wish === null
    ? []
    : found
        .filter(({ kind }) => kind === "machine")
        .map(({ id, label, detail, state }) =>
          deedItem(
            {
              do: wish.do,
              container: wish.container,
              machine: { _id: id, name: label, vendingMachineId: detail },
            },
            state,
          ),
        );
