import { listAudit } from "#shared/audit/audit.api.ts";
import { auditKinds } from "#shared/audit/audit.rules.ts";
import { auditList } from "#shared/audit/audit-list.ts";
import { pagedSource } from "../../live/paged.ts";
import { choiceFilter } from "../../recipes/choice-filter.tsx";
import { textFilter } from "../../recipes/list-filter.tsx";
import { PagedListPage } from "../../recipes/PagedListPage.tsx";
import { firstPageOf, usePagedList } from "../../recipes/use-paged-list.ts";
import { Button } from "../../ui/Button.tsx";
import { Empty } from "../../ui/States.tsx";
import { auditColumns } from "./audit-columns.tsx";

/** New lines are not published: the operator refreshes to see them. */
const source = pagedSource({
  endpoint: listAudit,
  rooms: [],
  pick: ({ audit: rows, pages, total }) => ({ rows, pages, total }),
  handlers: {},
});
const kinds = [...auditKinds]
  .map(([value, label]) => ({ value, label }))
  .sort((one, other) => one.label.localeCompare(other.label));
const idFilter = (label: string, placeholder: string) => ({
  ...textFilter(label, { maxLength: 24, placeholder }),
  length: 24,
});
const filters = {
  // A line stays when nothing of its kind is kept any more.
  kind: choiceFilter("Kind", () => ({ options: kinds }), { placeholder: "Everything", mayBeOther: true }),
  record: idFilter("Record id", "Any record"),
  actor: idFilter("Operator id", "Anybody"),
};

/** Who changed what, when and why. */
export function Component() {
  const paged = usePagedList({ list: auditList, source, filters });
  return (
    <PagedListPage
      paged={paged}
      title="Audit"
      things={["change", "changes"]}
      columns={auditColumns}
      actions={
        <Button icon="pi-refresh" onClick={paged.refresh}>
          Refresh
        </Button>
      }
      empty={<Empty title="No changes yet">Each manual change and each change of money gets a line here.</Empty>}
    />
  );
}

export const first = () => [firstPageOf(auditList, source)];
