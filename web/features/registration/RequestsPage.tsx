import "./registration.css";
import { maxWaitingRequests, type RegistrationRequest } from "#shared/registration/registration.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { QueueTabs, useIsQueue } from "../../recipes/queue/QueueTabs.tsx";
import { requestsAtom } from "../../records/requests.atoms.ts";
import { useAtom } from "../../state/jotai.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty, Loadable } from "../../ui/States.tsx";
import { actionColumn, type Column, idOf } from "../../ui/table/column.ts";
import { requestActions } from "./bulk-actions.ts";
import { DeleteRequest } from "./DeleteRequest.tsx";
import { RequestQueue } from "./RequestQueue.tsx";
import { keyColumn, SerialNumberCell } from "./UnitKey.tsx";

const formOf = ({ serialNumber }: RegistrationRequest) => pathTo("registeredUnit", { serialNumber });

const facts: Column<RegistrationRequest>[] = [
  {
    id: "serialNumber",
    head: "Serial Number",
    width: 200,
    onPhone: "title",
    value: (request) => request.serialNumber,
    cell: (request) => <SerialNumberCell {...request} />,
    link: formOf,
  },
  { id: "version", head: "Version", width: 110, value: (request) => request.version },
  { id: "dateTime", head: "Date", kind: "time", width: 130, onPhone: "line", value: (request) => request.dateTime },
  keyColumn((request) => request),
];

const actions = actionColumn<RegistrationRequest>({
  id: "actions",
  head: "Actions",
  width: 190,
  onPhone: "side",
  cell: (request) => (
    <span className="row-actions">
      <ButtonLink small to={formOf(request)}>
        Register
      </ButtonLink>
      <DeleteRequest request={request} />
    </span>
  ),
});
const columns = [...facts, actions];
const nameOf = ({ serialNumber }: RegistrationRequest) => serialNumber;
const things = ["request", "requests"] as const;

const none = (
  <Empty title="No control unit waits to be registered">
    Switch a new unit on: it asks by itself and appears here at once.
  </Empty>
);

/**
 * Control units that request registration (specification: Registration requests), as a table and as a queue; a new one
 * appears by itself.
 */
export function Component() {
  const [load, send] = useAtom(requestsAtom);
  const list = useListState({ sort: "-dateTime" });
  const bulk = useBulk({ list: "requests", rows: load.data, rowId: idOf, nameOf, things, actions: requestActions });
  const isQueue = useIsQueue();
  const onRetry = () => send({ do: "retry" });
  const count = load.data?.length;
  const line =
    count === undefined ? comingText(load, "requests") : countText(count, "control unit waits", "control units wait");
  return (
    <>
      <PageHead
        title="Register Vending Machine"
        line={line}
        action={
          <ButtonLink to={pathTo("registeredUnit", { serialNumber: "new" })} icon="pi-plus">
            Register by serial number
          </ButtonLink>
        }
      />
      {count !== undefined && count >= maxWaitingRequests && (
        <p className="card list-full" role="status">
          The list is full: {maxWaitingRequests.toLocaleString("en-IN")} requests wait, and a new unit that asks is
          dropped. Delete requests that you do not know, or register a unit by its serial number. A request ends when
          its unit has not repeated it for 7 days.
        </p>
      )}
      <QueueTabs page="registerMachine" label="Register Vending Machine" all="All requests" />
      {isQueue ? (
        <Loadable of={load} onRetry={onRetry}>
          {(requests) => <RequestQueue requests={requests} empty={none} />}
        </Loadable>
      ) : (
        <BulkTable
          bulk={bulk}
          label="Registration requests"
          columns={columns}
          of={load}
          onRetry={onRetry}
          list={list}
          empty={none}
        />
      )}
    </>
  );
}
