import "./account-deletion.css";
import { accountDeletionList } from "#shared/account-deletion/account-deletion-list.ts";
import { paths } from "../../app/paths.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { deletionColumns } from "./deletion-columns.tsx";
import { deletionsSource, type NumberedDeletion } from "./deletions-source.ts";

const striped = ({ index }: NumberedDeletion) => (index % 2 === 0 ? "stripe" : undefined);

/** Requests for deletion of accounts (specification: Account deletion), and the action for admins. */
export function Component() {
  const paged = usePagedList({ list: accountDeletionList, source: deletionsSource, filters: {} });
  return (
    <>
      <PagedListPage
        paged={paged}
        title="Account Deletion"
        things={["request", "requests"]}
        columns={deletionColumns}
        tint={striped}
        actions={
          <ButtonLink icon="pi-arrow-left" to={paths.home}>
            Back
          </ButtonLink>
        }
        empty={
          <Empty title="No deletion requests" icon="pi-user">
            Customers ask for it in their app.
          </Empty>
        }
      />
      <DeleteDialog />
    </>
  );
}
