import "./inventory.css";
import { useEffect, useMemo } from "react";
import { DateBound, isDateRange } from "#shared/http/date-range.ts";
import { useAtom, useSetAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { DateRange } from "../../ui/DateRange.tsx";
import { useBrowserAlert } from "../../ui/dialogs.ts";
import { FilterText } from "../../ui/FilterText.tsx";
import { useListState } from "../../ui/list-state.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { Table } from "../../ui/table/Table.tsx";
import { useDeed } from "../../ui/use-deed.ts";
import { agedCans, canColumns } from "./can-columns.tsx";
import { allCansAtom, type CanFilters, cansAtomOf } from "./inventory.atoms.ts";
import { saveCans } from "./save-cans.ts";

const views = ["Oldest", "Newest"] as const;
const downloads = ["True", "False"] as const;
const options = {
  filters: { vendingMachine: "", startDate: "", endDate: "", view: "Newest" },
  choices: { view: views },
};

const isDay = (text: string): boolean => text === "" || DateBound.safeParse(text).success;
const isRange = (startDate: string, endDate: string): boolean =>
  isDay(startDate) && isDay(endDate) && isDateRange(startDate, endDate);

/** Every can that stands in a machine, and for how many days (specification section 2). */
export function Component() {
  const list = useListState(options);
  const { vendingMachine, startDate, endDate } = list.filters;
  const view = list.filters.view as (typeof views)[number];
  const browserAlert = useBrowserAlert();
  const { doing: downloading, during } = useDeed<"download">();
  const readAll = useSetAtom(allCansAtom);

  // A pasted link may hold an end before its start: it is said, and not sent.
  const valid = isRange(startDate, endDate);
  useEffect(() => {
    if (!valid && startDate !== "" && endDate !== "") void browserAlert({ text: "Invalid date" });
  }, [valid, startDate, endDate, browserAlert]);
  const filters = useMemo<CanFilters>(
    () => ({
      vendingMachine,
      startDate: valid ? startDate : "",
      endDate: valid ? endDate : "",
      days: view === "Newest",
    }),
    [vendingMachine, startDate, endDate, valid, view],
  );
  const [load, send] = useAtom(useMemo(() => cansAtomOf(filters, list.page), [filters, list.page]));
  const rows = useMemo(() => mapLoad(load, ({ cans }) => agedCans(cans, Date.now())), [load]);
  const { total, pages, isOld } = load.data ?? { total: 0, pages: 1, isOld: false };

  const download = async () => {
    if (downloading) return;
    await during("download", async () => {
      const cans = await readAll(filters);
      if (cans) await saveCans(agedCans(cans, Date.now()));
    });
  };

  const cansText = `${total.toLocaleString("en-IN")} can${total === 1 ? "" : "s"} in stock`;
  return (
    <>
      <PageHead
        title="Cans In Stock"
        line={load.data ? `${cansText}, ${view.toLowerCase()} first` : "Loading the cans"}
        action={
          isOld && (
            <Button icon="pi-refresh" onClick={() => send({ do: "retry" })}>
              Stock has changed: refresh
            </Button>
          )
        }
      />
      <div className="filters can-filters">
        <FilterText
          label="Vending Machine Id"
          value={vendingMachine}
          maxLength={64}
          placeholder="All machines"
          onCommit={(text, how) => list.setFilter("vendingMachine", text.trim(), how)}
        />
        <DateRange startDate={startDate} endDate={endDate} onChange={(range) => list.setFilters(range)} />
        <div className="field">
          <span className="field-label">View By</span>
          <SwitchRow
            label="View By"
            options={views}
            value={view}
            onChange={(chosen) => list.setFilter("view", chosen)}
          />
        </div>
        <div className="field" title="True saves every can that these filters find as cans_in_stock.xlsx">
          <span className="field-label">Download</span>
          <SwitchRow
            label="Download"
            options={downloads}
            value={downloading ? "True" : "False"}
            onChange={(chosen) => chosen === "True" && void download()}
          />
        </div>
      </div>
      <Table
        label="Cans in stock"
        columns={canColumns}
        of={rows}
        onRetry={() => send({ do: "retry" })}
        rowId={({ can }) => can._id}
        list={list}
        paged={{ pages, total }}
        things={["can", "cans"]}
        empty={
          list.isFiltered ? (
            <Empty
              title={`No can in stock${vendingMachine ? ` at ${vendingMachine}` : ""}${filters.startDate ? " was stocked in these days" : ""}`}
              action={<Button onClick={list.clear}>Clear filter</Button>}
            />
          ) : (
            <Empty title="No can stands in a machine">
              Cans stand here from the moment their container is stocked.
            </Empty>
          )
        }
      />
    </>
  );
}
