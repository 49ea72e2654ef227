import { changeUser } from "#shared/users/user.api.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { whyNotEditUser } from "#shared/users/user.rules.ts";
import type { User } from "#shared/users/user.schema.ts";
import { saveBy } from "../../http/save-edit.ts";
import { type BulkAction, endOfEdit } from "../../recipes/bulk/bulk-action.ts";

const saveUser = saveBy(changeUser, userRecord);
type Operator = Pick<User, "_id" | "role">;

const suspension = (operator: Operator | null, suspend: boolean): Pick<BulkAction<User>, "whyNot" | "do"> => ({
  whyNot: (user) => {
    if (user.suspend === suspend) return suspend ? "Is suspended already" : "Is not suspended";
    // How many admins there are only the server knows.
    return operator && whyNotEditUser(operator, user, { suspend }, 1);
  },
  do: async ({ _id, rev, suspend: before }) =>
    endOfEdit(
      await saveUser({ suspend }, { _id, rev, isUntouched: (present) => present.suspend === before, quiet: true }),
    ),
});

/** What this operator may do to several users. Their cans and deposits are money, and each is seen alone. */
export const userActions = (operator: Operator | null): readonly BulkAction<User>[] => [
  {
    words: "Suspend",
    danger: "A suspended customer cannot take cans; an operator is signed out at once.",
    ...suspension(operator, true),
  },
  { words: "Lift suspension", ...suspension(operator, false) },
];
