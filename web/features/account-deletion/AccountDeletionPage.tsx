import "./account-deletion.css";
import { accountDeletionList } from "#shared/account-deletion/account-deletion-list.ts";
import { paths } from "../../app/paths.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { QueueTabs, useIsQueue } from "../../recipes/queue/QueueTabs.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { deletionColumns } from "./deletion-columns.tsx";
import { deletionsSource, type NumberedDeletion } from "./deletions-source.ts";
import { WaitingDeletions } from "./WaitingDeletions.tsx";

const striped = ({ index }: NumberedDeletion) => (index % 2 === 0 ? "stripe" : undefined);

const tabs = <QueueTabs page="accountDeletion" label="Account Deletion" all="All requests" />;

function AllRequests() {
  const paged = usePagedList({ list: accountDeletionList, source: deletionsSource, filters: {} });
  return (
    <>
      <PagedListPage
        paged={paged}
        title="Account Deletion"
        things={["request", "requests"]}
        columns={deletionColumns}
        tabs={tabs}
        tint={striped}
        actions={
          <ButtonLink icon="pi-arrow-left" to={paths.home}>
            Back
          </ButtonLink>
        }
        empty={
          <Empty title="No deletion requests" icon="pi-user">
            Customers request deletion in their app.
          </Empty>
        }
      />
      <DeleteDialog />
    </>
  );
}

/** Requests for deletion of accounts (specification: Account deletion), and the queue of those that wait for an admin. */
export function Component() {
  return useIsQueue() ? <WaitingDeletions tabs={tabs} /> : <AllRequests />;
}
