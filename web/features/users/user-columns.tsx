import type { User } from "#shared/users/user.schema.ts";
import { userListColumns } from "#shared/users/user-list.ts";
import { pathTo } from "../../app/paths.ts";
import { Chip } from "../../ui/StateChip.tsx";
import { type Column, shownColumns } from "../../ui/table/column.ts";

type Known = Pick<User, "suspend" | "hasPenalty" | "deletedAt">;

/** What must be known of a user before anything else, as chips. */
export function UserChips({ suspend, hasPenalty, deletedAt }: Known) {
  return (
    <>
      {deletedAt && <Chip tone="quiet" icon="pi-user-minus" word="Deleted" />}
      {suspend && <Chip tone="danger" icon="pi-ban" word="Suspended" />}
      {hasPenalty && <Chip tone="warn" icon="pi-exclamation-triangle" word="Has penalty" />}
    </>
  );
}

/** On a phone: who; how to reach them; and what they are where that is no plain customer. */
export const userColumns: Column<User>[] = shownColumns(userListColumns, {
  name: {
    narrow: 120,
    onPhone: "title",
    link: ({ _id }) => pathTo("user", { id: _id }),
    phone: ({ name, phone }) => name || phone,
  },
  phone: {
    narrow: 112,
    onPhone: "line",
    as: "figures",
    phone: ({ phone, email }) => [phone, email].filter(Boolean).join(" · "),
  },
  role: {
    narrow: 80,
    onPhone: "side",
    phone: (user) => (
      <>
        <UserChips {...user} />
        {user.role !== "customer" && user.role}
      </>
    ),
  },
  email: { narrow: 116 },
  state: { narrow: 112, cell: UserChips },
  createdAt: { as: "moment", narrow: 124 },
});
