import "./live-status.css";
import { useMemo, useState } from "react";
import type { LiveStatusRow } from "#shared/live-status/live-status.schema.ts";
import type { Judged } from "../../live/judged.ts";
import { BulkTable } from "../../recipes/bulk/BulkTable.tsx";
import { useBulk } from "../../recipes/bulk/use-bulk.ts";
import { riskOfAtom } from "../../records/at-risk.atoms.ts";
import { judgedRowsAtom, liveStatusAtom, tooManyAtom } from "../../records/live-status.atoms.ts";
import { MostAtRisk } from "../../records/MostAtRisk.tsx";
import { store, useAtomValue, useSetAtom } from "../../state/jotai.ts";
import { mapLoad } from "../../state/load.ts";
import { later } from "../../ui/later.tsx";
import { useListState } from "../../ui/list-state.ts";
import { numbered } from "../../ui/numbered.ts";
import { Empty } from "../../ui/States.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { machineActions } from "./bulk-actions.ts";
import { createByTrouble } from "./by-trouble.ts";
import { columnsOf, isOffline } from "./columns.tsx";
import { type Counts, idOf, NoneOfState, options, rowName, type State, StatusHead, things } from "./status-list.tsx";

const fetchPages = () => import("./LiveStatusPages.tsx");
const LiveStatusPages = later(fetchPages);

const countOf = (rows: readonly Judged<LiveStatusRow>[]): Counts => {
  const counts: Counts = { All: rows.length, Online: 0, Offline: 0, Unavailable: 0 };
  for (const { status } of rows) counts[status] += 1;
  return counts;
};

/** All of them at once. */
function WholeList() {
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
      <StatusHead
        state={state}
        counts={all ? counts : undefined}
        of={load}
        onState={(chosen) => list.setFilter("state", chosen)}
      >
        {riskOf.size > 0 && <MostAtRisk list={list} otherwise="Newest outage first" />}
      </StatusHead>
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
            <Empty title="No vending machine yet">Each machine appears here with its status.</Empty>
          ) : (
            <NoneOfState state={state} counts={counts} showAll={() => list.setFilter("state", "All")} />
          )
        }
      />
    </>
  );
}

/** Which machines are online, offline or unavailable, true to the second. */
export function Component() {
  return useAtomValue(tooManyAtom) > 0 ? <LiveStatusPages /> : <WholeList />;
}

export const first = async () => [
  store.get(tooManyAtom) > 0 ? (await fetchPages()).firstAtom() : liveStatusAtom,
  riskOfAtom,
];
