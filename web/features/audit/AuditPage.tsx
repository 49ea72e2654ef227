import { listAudit } from "#shared/audit/audit.api.ts";
import { auditKinds } from "#shared/audit/audit.rules.ts";
import { auditList } from "#shared/audit/audit-list.ts";
import { pagedSource } from "../../live/paged.ts";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { usePagedList } from "../../recipes/use-paged-list.ts";
import { Button } from "../../ui/Button.tsx";
import { DateRange } from "../../ui/DateRange.tsx";
import { FilterSwitch } from "../../ui/FilterSwitch.tsx";
import { FilterText } from "../../ui/FilterText.tsx";
import { SelectField } from "../../ui/form/SelectField.tsx";
import { Empty } from "../../ui/States.tsx";
import { auditColumns } from "./audit-columns.tsx";

/** Nobody is told of new lines: whoever wants to see them refreshes. */
const source = pagedSource({
  endpoint: listAudit,
  rooms: [],
  pick: ({ audit: rows, pages, total }) => ({ rows, pages, total }),
  handlers: {},
});
const labels = { record: "Record id", actor: "Operator id", kind: "Kind" };
const lengths = { record: 24, actor: 24 };
const views = ["Old", "New"] as const;
const kinds = [...auditKinds]
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));

/** Who changed what, when and why. */
export function Component() {
  const paged = usePagedList({ list: auditList, source, labels, lengths, views, exported: "audit" });
  return (
    <PagedListPage
      paged={paged}
      title="Audit"
      things={["change", "changes"]}
      columns={auditColumns}
      deeds={
        <Button icon="pi-refresh" onClick={paged.refresh}>
          Refresh
        </Button>
      }
      filters={
        <>
          <SelectField {...paged.choice("kind")} options={kinds} placeholder="Everything" />
          <FilterText {...paged.text("record")} maxLength={24} placeholder="Any record" />
          <FilterText {...paged.text("actor")} maxLength={24} placeholder="Anybody" />
          <DateRange {...paged.days} />
          <FilterSwitch label="View By" {...paged.viewBy} />
        </>
      }
      empty={
        <Empty title="Nothing was changed yet">Each change by hand, and each change of money, leaves a line.</Empty>
      }
    />
  );
}
