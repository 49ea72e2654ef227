import type { User } from "#shared/users/user.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import type { Column } from "../../ui/table/column.ts";

/** What must be known of a user before anything else, in a word; empty where there is nothing. */
export const stateOf = ({ suspend, hasPenalty }: Pick<User, "suspend" | "hasPenalty">): string =>
  [suspend && "Suspended", hasPenalty && "Has penalty"].filter(Boolean).join(", ");

/** The same as chips. */
export function UserChips({ suspend, hasPenalty }: Pick<User, "suspend" | "hasPenalty">) {
  return (
    <>
      {suspend && <Chip tone="danger" icon="pi-ban" word="Suspended" />}
      {hasPenalty && <Chip tone="warn" icon="pi-exclamation-triangle" word="Has penalty" />}
    </>
  );
}

export const userColumns: Column<User>[] = [
  {
    id: "name",
    head: "Name",
    width: 220,
    onPhone: "title",
    value: ({ name }) => name,
    link: ({ _id }) => pathTo("user", { id: _id }),
  },
  {
    id: "phone",
    head: "Phone",
    width: 132,
    onPhone: "line",
    value: ({ phone }) => phone,
    cell: ({ phone }) => <span className="figures">{phone}</span>,
  },
  { id: "email", head: "Email", width: 240, value: ({ email }) => email },
  { id: "role", head: "Role", width: 116, onPhone: "side", value: ({ role }) => role },
  { id: "state", head: "State", width: 180, value: stateOf, cell: UserChips },
  {
    id: "createdAt",
    head: "Added",
    kind: "time",
    width: 150,
    value: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DayTime at={createdAt} />,
  },
];
