import { useEffect, useMemo, useState } from "react";
import type { Load } from "../state/load.ts";
import { Button } from "../ui/Button.tsx";
import { FilterText } from "../ui/FilterText.tsx";
import { useListState } from "../ui/list-state.ts";
import { Money } from "../ui/Money.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { SignalBars } from "../ui/SignalBars.tsx";
import { StateChip } from "../ui/StateChip.tsx";
import { Empty } from "../ui/States.tsx";
import { SwitchRow } from "../ui/SwitchRow.tsx";
import type { Column } from "../ui/table/column.ts";
import { Table } from "../ui/table/Table.tsx";
import { type SampleRow, sampleRows } from "./sample.ts";

const columns: Column<SampleRow>[] = [
  {
    id: "at",
    head: "SL NO.",
    kind: "number",
    value: (row) => Number(row.vendingMachineId.slice(3)),
    width: 76,
    glows: false,
  },
  {
    id: "name",
    head: "Vending Machine",
    value: (row) => row.name,
    link: (row) => `/vendingMachine/${row._id}`,
    width: 240,
    onPhone: "title",
  },
  { id: "vm", head: "Vending Machine Id", value: (row) => row.vendingMachineId, onPhone: "line", width: 150 },
  {
    id: "status",
    head: "Status",
    kind: "choice",
    value: (row) => row.status,
    cell: (row) => <StateChip state={row.status} />,
    onPhone: "side",
  },
  { id: "seen", head: "Last Seen Online", kind: "time", value: (row) => row.lastSeenOnline, width: 140 },
  {
    id: "strength",
    head: "Strength",
    kind: "number",
    value: (row) => row.strength,
    cell: (row) => <SignalBars dBm={row.strength} />,
    width: 124,
  },
  {
    id: "sales",
    head: "Sales",
    kind: "number",
    value: (row) => row.sales,
    cell: (row) => <Money amount={row.sales} />,
    width: 124,
  },
  { id: "location", head: "Location", value: (row) => row.location, hidden: true },
];
const shows = ["All", "Online", "Offline", "Unavailable"] as const;
const query = new URLSearchParams(window.location.search);
const count = Number(query.get("rows") ?? 212);
const state = query.get("state");

function useSample(): Load<SampleRow[]> {
  const [rows, setRows] = useState(() => sampleRows(count));
  useEffect(() => {
    if (!query.has("live")) return;
    const timer = setInterval(() => {
      setRows((before) =>
        before.map((row, at) =>
          at % 7 === 3 ? { ...row, sales: row.sales + 12.5, lastSeenOnline: new Date().toISOString() } : row,
        ),
      );
    }, 1500);
    return () => clearInterval(timer);
  }, []);
  if (state === "loading") return { state: "loading" };
  if (state === "failed") return { state: "failed", error: "Failed to get vending machines status" };
  if (state === "old") return { state: "failed", error: "Failed to get vending machines status", data: rows };
  return { state: "ready", data: rows };
}

export function TableGallery() {
  const list = useListState({ filters: { show: "All" as (typeof shows)[number], text: "" }, choices: { show: shows } });
  const load = useSample();
  const rows = useMemo(() => {
    if (load.data === undefined) return load;
    const data = load.data.filter((row) => list.filters.show === "All" || row.status === list.filters.show);
    return { ...load, data };
  }, [load, list.filters.show]);
  const counts = Object.fromEntries(
    shows.map((show) => [show, load.data?.filter((row) => show === "All" || row.status === show).length ?? 0]),
  );
  return (
    <>
      <PageHead
        title="Live Status"
        line={`${rows.data?.length ?? "–"} of ${load.data?.length ?? "–"} machines${list.filters.show === "All" ? "" : `, ${list.filters.show.toLowerCase()}`}`}
        action={<Button icon="pi-download">Export</Button>}
      />
      <div className="toolbar">
        <SwitchRow
          label="Status"
          options={shows}
          value={list.filters.show}
          counts={counts}
          onChange={(show) => list.setFilter("show", show)}
        />
      </div>
      {query.has("filters") && (
        <div className="filters">
          <FilterText
            label="Order Id"
            value={list.filters.text}
            onCommit={(text, how) => list.setFilter("text", text, how)}
          />
          <FilterText label="Phone" value="" placeholder="10 digits" onCommit={() => undefined} />
        </div>
      )}
      <Table
        label="Live Status"
        columns={columns}
        of={rows}
        rowId={(row) => row._id}
        list={list}
        tint={(row) => (row.status === "Offline" ? "danger" : undefined)}
        things={["machine", "machines"]}
        paged={query.has("paged") ? { pages: 9, total: 10_482 } : undefined}
        empty={
          <Empty title="No machine is offline" icon="pi-check-circle">
            Every machine was heard in the last 75 seconds.
          </Empty>
        }
      />
    </>
  );
}
