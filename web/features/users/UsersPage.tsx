import { useMemo } from "react";
import type { User } from "#shared/users/user.schema.ts";
import { userList } from "#shared/users/user-list.ts";
import { pathTo } from "../../app/paths.ts";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { textFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { operatorAtom } from "../../state/session.atoms.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { idOf } from "../../ui/table/column.ts";
import { userActions } from "./bulk-actions.ts";
import { userColumns } from "./user-columns.tsx";
import { isCutOff, usersSource } from "./users-source.ts";

const filters = {
  phone: textFilter("Phone", { type: "tel", maxLength: 10, placeholder: "Starts with" }),
  email: textFilter("Email", { type: "email", maxLength: 254, placeholder: "Starts with" }),
};
const nameOf = ({ name, phone }: User) => name || phone;
const things = ["user", "users"] as const;

/** Customers and operators, found by phone and email (specification: Users). */
export function Component() {
  const paged = usePagedList({ list: userList, source: usersSource, filters });
  const operator = useAtomValue(operatorAtom);
  const actions = useMemo(() => userActions(operator), [operator]);
  const bulk = useBulk({ list: "users", rows: paged.load.data?.rows, rowId: idOf, nameOf, things, actions });
  return (
    <PagedListPage
      paged={paged}
      title="Users"
      things={things}
      bulk={bulk}
      columns={userColumns}
      actions={
        <ButtonLink to={pathTo("user", { id: "new" })} icon="pi-plus">
          Add New User
        </ButtonLink>
      }
      moreFilters={
        isCutOff(paged.list.filters, paged.load.data?.total ?? 0) && (
          <p className="muted">Only the first 50 are shown: type more to find others</p>
        )
      }
      empty={<Empty title="No user yet">Customers come with their first order; operators are added here.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(userList, usersSource)];
