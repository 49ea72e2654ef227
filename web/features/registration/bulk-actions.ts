import type { RegisteredUnit, RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { type BulkAction, endOfCall, endOfEdit } from "../../recipes/bulk/bulk-action.ts";
import type { Numbered } from "../../ui/numbered.ts";
import { changeUnit, removeUnit, removeWaiting } from "./registration.atoms.ts";

type Row = Numbered<RegisteredUnit>;

const permission = (authorised: boolean): Pick<BulkAction<Row>, "whyNot" | "do"> => ({
  whyNot: ({ row }) =>
    row.authorised === authorised ? `It is ${authorised ? "authorized" : "unauthorized"} already` : null,
  do: async ({ row: { _id, rev } }) =>
    endOfEdit(
      await changeUnit({
        change: { _id, authorised },
        rev,
        isUntouched: (present) => present.authorised !== authorised,
        quiet: true,
      }),
    ),
});

/** What may be done to several registered units. */
export const unitActions: readonly BulkAction<Row>[] = [
  { words: "Authorize", ...permission(true) },
  {
    words: "Unauthorize",
    danger: "Each is disconnected at once and refused from then on.",
    ...permission(false),
  },
  {
    words: "Delete",
    danger:
      "Each is disconnected at once and can no longer sign in; its vending machine is then without a control unit.",
    do: async ({ row }) => endOfCall(await removeUnit(row, { quiet: true })),
  },
];

/** What may be done to several that wait: each is registered with a machine of its own, so that they are only forgotten. */
export const requestActions: readonly BulkAction<RegistrationRequest>[] = [
  {
    words: "Delete",
    danger: "They disappear from this list. A unit that is still switched on will ask again.",
    do: async (request) => endOfCall(await removeWaiting(request, { quiet: true })),
  },
];
