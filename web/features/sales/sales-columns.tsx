import { dayTextOf, monthOf } from "#shared/sales/day-words.ts";
import type { SalesRow } from "#shared/sales/sales.schema.ts";
import { paths } from "../../app/paths.ts";
import { Money, rupeesText } from "../../ui/Money.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { actionColumn, type Column } from "../../ui/table/column.ts";
import { DownloadButton } from "./DownloadButton.tsx";
import { ordersOf } from "./sales-points.ts";

/** Both halves, one beneath the other. */
function Gst({ gst: { cgst, sgst } }: Pick<SalesRow, "gst">) {
  return (
    <span className="sales-gst">
      <span>
        <span className="muted">CGST</span> <Money amount={cgst} />
      </span>
      <span>
        <span className="muted">SGST</span> <Money amount={sgst} />
      </span>
    </span>
  );
}

function Day({ date, isOpen }: Pick<SalesRow, "date" | "isOpen">) {
  return (
    <>
      <time dateTime={date} className="figures">
        {dayTextOf(date)}
      </time>{" "}
      {isOpen && <Chip tone="quiet" icon="pi-clock" word="Open" />}
    </>
  );
}

const money = (
  id: "sales" | "refundableDeposit" | "securityDeposit",
  head: string,
  width: number,
  narrow: number,
): Column<SalesRow> => ({
  id,
  head,
  kind: "number",
  width,
  narrow,
  value: (row) => row[id],
  as: "money",
});

/** Named and ordered as on the screen (specification: Sales). Which of them sort and filter the list declares. */
export const salesColumns: Column<SalesRow>[] = [
  { id: "month", head: "Month", width: 110, wide: true, value: ({ date }) => monthOf(date) },
  {
    id: "date",
    head: "Date",
    width: 184,
    narrow: 176,
    onPhone: "title",
    value: ({ date }) => date,
    cell: Day,
    phone: (row) => (
      <>
        <Money amount={row.sales} /> · <Day {...row} />
      </>
    ),
    link: ({ date }) => `${paths.orders}?${ordersOf({ startDate: date, endDate: date })}`,
  },
  money("sales", "Sales", 140, 92),
  money("refundableDeposit", "Refundable Deposit", 176, 116),
  money("securityDeposit", "Security Deposit", 160, 104),
  {
    id: "gst",
    head: "GST",
    kind: "number",
    width: 160,
    narrow: 128,
    onPhone: "line",
    value: ({ gst: { cgst, sgst } }) => `CGST ${rupeesText(cgst)} SGST ${rupeesText(sgst)}`,
    cell: Gst,
    phone: ({ gst: { cgst, sgst }, refundableDeposit, securityDeposit }) => (
      <>
        GST <Money amount={cgst + sgst} />
        {refundableDeposit + securityDeposit !== 0 && (
          <>
            {" "}
            · deposits <Money amount={refundableDeposit + securityDeposit} />
          </>
        )}
      </>
    ),
  },
  {
    ...actionColumn<SalesRow>({
      id: "download",
      head: "Download",
      width: 170,
      onPhone: "side",
      cell: DownloadButton,
    }),
    narrow: 128,
  },
];
