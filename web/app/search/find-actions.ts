import type { SearchResult } from "#shared/search/search.schema.ts";
import { actionWords, type Input, type PaletteAction } from "./actions.ts";
import type { Item } from "./item.ts";

export const actionItem = (action: PaletteAction, state: string | null = null): Item => ({
  kind: "action",
  id: `${action.do} ${action.container ?? ""} ${action.machine._id}`,
  label: actionWords(action),
  detail: action.machine.vendingMachineId,
  state,
  action,
});

/** The action on each machine that was found for it. */
export const findActions = (input: Input | null, found: readonly SearchResult[]): readonly Item[] =>
  input === null
    ? []
    : found
        .filter(({ kind }) => kind === "machine")
        .map(({ id, label, detail, state }) =>
          actionItem(
            {
              do: input.do,
              container: input.container,
              machine: { _id: id, name: label, vendingMachineId: detail },
            },
            state,
          ),
        );
