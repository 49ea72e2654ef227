import { approvalWords } from "#shared/approvals/approval.rules.ts";
import type { Approval, ApprovalKind } from "#shared/approvals/approval.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { DayTime } from "../../ui/DayTime.tsx";
import type { Column } from "../../ui/table/column.ts";

/** The page that shows the record, and its request. */
const pages = {
  user: "user",
  deposit: "user",
  cans: "user",
  order: "order",
  "own-order": "order",
  refund: "transaction",
} as const satisfies Record<ApprovalKind, string>;

/** What waits for a second person. */
export const requestedColumns: Column<Approval>[] = [
  {
    id: "what",
    head: "Asked for",
    width: 260,
    onPhone: "title",
    value: ({ what }) => what,
    link: ({ kind, record }) => pathTo(pages[kind], { id: record }),
  },
  {
    id: "kind",
    head: "Kind",
    width: 200,
    onPhone: "field",
    value: ({ kind }) => approvalWords[kind].requests,
  },
  { id: "reason", head: "Reason", width: 200, onPhone: "field", value: ({ reason }) => reason },
  { id: "by", head: "By", width: 120, onPhone: "field", value: ({ by }) => by.name },
  {
    id: "at",
    head: "Since",
    kind: "time",
    width: 152,
    onPhone: "field",
    value: ({ at }) => at,
    cell: ({ at }) => <DayTime at={at} />,
  },
];
