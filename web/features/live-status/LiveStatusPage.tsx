import "./live-status.css";
import { useMemo, useState } from "react";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import { machineStatuses } from "#shared/machines/machine.rules.ts";
import type { Judged } from "../../live/judged.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { riskOfAtom } from "../../records/at-risk.atoms.ts";
import { judgedRowsAtom, liveStatusAtom } from "../../records/live-status.atoms.ts";
import { MostAtRisk } from "../../records/MostAtRisk.tsx";
import { useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { useListState } from "../../ui/list-state.ts";
import { numbered } from "../../ui/numbered.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { machineActions } from "./bulk-actions.ts";
import { createByTrouble } from "./by-trouble.ts";
import { columnsOf, isOffline, type StatusRow } from "./columns.tsx";

const states = ["All", ...machineStatuses] as const;
type State = (typeof states)[number];

/** The default view shows only Offline machines (specification: Live status). */
const options = { filters: { state: "Offline" }, choices: { state: states } };

const idOf = ({ row }: StatusRow) => row.record._id;
const rowName = ({ row }: StatusRow) => row.record.name;
const things = ["vending machine", "vending machines"] as const;

const countOf = (rows: readonly Judged<LiveStatusRow>[]): Record<State, number> => {
  const counts: Record<State, number> = { All: rows.length, Online: 0, Offline: 0, Unavailable: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
};

const lineOf = (state: State, counts: Record<State, number>): string => {
  const machines = countText(counts.All, "vending machine");
  return state === "All"
    ? `${machines}, ${counts.Online.toLocaleString("en-IN")} online`
    : `${counts[state].toLocaleString("en-IN")} of ${machines}, ${state.toLowerCase()}`;
};

/** Which machines are online, offline or unavailable, true to the second. */
export function Component() {
  const load = useAtomValue(judgedRowsAtom);
  const send = useSetAtom(liveStatusAtom);
  const list = useListState(options);
  const state = list.filters.state as State;

  const all = load.data;
  const isNarrow = useMedia("(max-width: 1279.98px)");
  const riskOf = useAtomValue(riskOfAtom);
  const columns = useMemo(() => columnsOf(riskOf, isNarrow), [riskOf, isNarrow]);
  const [byTrouble] = useState(createByTrouble);
  const ordered = useMemo(() => byTrouble(all ?? []), [all, byTrouble]);
  const rows = useMemo(
    () => numbered(state === "All" ? ordered : ordered.filter((row) => row.status === state)),
    [ordered, state],
  );
  const counts = useMemo(() => countOf(ordered), [ordered]);
  const shown = useMemo(() => mapLoad(load, () => rows), [load, rows]);
  const bulk = useBulk({ list: "live-status", rows, rowId: idOf, nameOf: rowName, things, actions: machineActions });

  return (
    <>
      <PageHead title="Live Status" line={all ? lineOf(state, counts) : comingText(load, "vending machines")} />
      <div className="toolbar">
        <SwitchRow
          label="Status"
          options={states}
          value={state}
          counts={all ? counts : undefined}
          onChange={(chosen) => list.setFilter("state", chosen)}
        />
        {riskOf.size > 0 && <MostAtRisk list={list} otherwise="Newest outage first" />}
      </div>
      <BulkTable
        bulk={bulk}
        label="Live status"
        columns={columns}
        of={shown}
        onRetry={() => send({ do: "retry" })}
        list={list}
        tint={isOffline}
        empty={
          counts.All === 0 ? (
            <Empty title="No vending machine yet">Each machine that is added stands here with its status.</Empty>
          ) : (
            <Empty
              icon={state === "Offline" ? "pi-check-circle" : "pi-inbox"}
              title={`No vending machine is ${state.toLowerCase()}`}
              action={<Button onClick={() => list.setFilter("state", "All")}>Show all</Button>}
            />
          )
        }
      />
    </>
  );
}
