import type { ReactNode } from "react";
import { machineStatuses } from "#shared/machines/machine.rules.ts";
import type { Load } from "../../state/load.ts";
import { Button } from "../../ui/Button.tsx";
import { comingText } from "../../ui/coming-text.ts";
import { countText } from "../../ui/count-text.ts";
import { PageHead } from "../../ui/PageHead.tsx";
import { Empty } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import type { StatusRow } from "./columns.tsx";

const states = ["All", ...machineStatuses] as const;
export type State = (typeof states)[number];

/** The default view shows only Offline machines (specification: Live status). */
export const options = { filters: { state: "Offline" }, choices: { state: states } };

export const idOf = ({ row }: StatusRow) => row.record._id;
export const rowName = ({ row }: StatusRow) => row.record.name;
export const things = ["vending machine", "vending machines"] as const;

export type Counts = Record<State, number>;

const lineOf = (state: State, counts: Counts): string => {
  const machines = countText(counts.All, "vending machine");
  return state === "All"
    ? `${machines}, ${counts.Online.toLocaleString("en-IN")} online`
    : `${counts[state].toLocaleString("en-IN")} of ${machines}, ${state.toLowerCase()}`;
};

interface StatusHeadProps {
  state: State;
  counts: Counts | undefined;
  of: Load<unknown>;
  onState: (state: State) => void;
  /** Shown beside the states. */
  children: ReactNode;
}

export function StatusHead({ state, counts, of, onState, children }: StatusHeadProps) {
  return (
    <>
      <PageHead title="Live Status" line={counts ? lineOf(state, counts) : comingText(of, "vending machines")} />
      <div className="filters">
        <SwitchRow label="Status" options={states} value={state} counts={counts ?? null} onChange={onState} />
        {children}
      </div>
    </>
  );
}

/** "All 24 are online", or what the others are. */
const wellWords = ({ All, Online, Unavailable }: Counts): string => {
  const figure = (count: number) => count.toLocaleString("en-IN");
  if (Online === All) return All === 1 ? "It is online" : `All ${figure(All)} are online`;
  return `${figure(Online)} of ${figure(All)} online, ${figure(Unavailable)} unavailable`;
};

interface NoneOfStateProps {
  state: State;
  counts: Counts | undefined;
  showAll: () => void;
}

export function NoneOfState({ state, counts, showAll }: NoneOfStateProps) {
  return (
    <Empty
      icon={state === "Offline" ? "pi-check-circle" : "pi-inbox"}
      title={`No vending machine is ${state.toLowerCase()}`}
      action={<Button onClick={showAll}>Show all</Button>}
    >
      {counts && state === "Offline" && wellWords(counts)}
    </Empty>
  );
}
