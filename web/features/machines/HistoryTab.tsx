import "./history.css";
import { useEffect, useMemo } from "react";
import type { Machine } from "#shared/machines/machine.schema.ts";
import type { HistoryKind } from "#shared/machines/machine-history.schema.ts";
import { useAtom } from "../../state/jotai.ts";
import { ActionButton } from "../../ui/ActionButton.tsx";
import { LineBones } from "../../ui/Bones.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { useListState } from "../../ui/list-state.ts";
import { Empty, Loadable } from "../../ui/States.tsx";
import { SwitchRow } from "../../ui/SwitchRow.tsx";
import { HistoryLines } from "./HistoryLines.tsx";
import { historyOf } from "./history.atoms.ts";
import { UptimeFigures } from "./UptimeFigures.tsx";
import { StripBones, UptimeStrips } from "./UptimeStrips.tsx";

const kinds = ["All", "Connections", "Gaps", "Commands", "Doors", "Problems"] as const;
type Shown = (typeof kinds)[number];
/** Each kind of entry, and the text where there is none. */
const known: Record<Shown, { kind?: HistoryKind; nothing: (days: number) => string }> = {
  All: { nothing: (days) => `Nothing has happened at this machine in the last ${days} days` },
  Connections: {
    kind: "connection",
    nothing: (days) => `Its control unit has neither connected nor disconnected in the last ${days} days`,
  },
  Gaps: { kind: "gap", nothing: () => "No gap since it was first heard" },
  // Commands are kept for good.
  Commands: { kind: "command", nothing: () => "No command was sent to it yet" },
  Problems: {
    kind: "problem",
    nothing: (days) => `No message of its control unit was dropped in the last ${days} days`,
  },
  Doors: { kind: "door", nothing: (days) => `No door has moved in the last ${days} days` },
};
const neverHeard = "It was never heard, so there is no gap";
const options = { filters: { tab: "", kind: "All" }, choices: { kind: kinds } };

/** Events are gathered for this long before the list is read again. */
const gatherMs = 1_500;

/** What happened at a machine: connections, gaps, commands and doors, and how much of the time it was heard. */
export function HistoryTab({ machine: { _id, unit } }: { machine: Machine }) {
  const list = useListState(options);
  const shown = list.filters.kind as Shown;
  const serialNumber = unit?.serialNumber ?? null;
  const { kind, nothing } = known[shown];
  const { historyAtom, older } = useMemo(() => historyOf(_id, serialNumber, kind), [_id, serialNumber, kind]);
  const [load, send] = useAtom(historyAtom);
  const hasPublished = (load.data?.published ?? 0) > 0;

  useEffect(() => {
    if (!hasPublished) return;
    const timer = setTimeout(() => send({ do: "retry" }), gatherMs);
    return () => clearTimeout(timer);
  }, [hasPublished, send]);

  const loadOlder = async () => {
    const change = await older();
    if (change) send({ do: "update", change });
  };

  return (
    <div className="history">
      <UptimeFigures uptime={load.data?.uptime} measured={load.data?.measured ?? null} />
      {!load.data && load.state === "loading" && <StripBones />}
      {load.data?.measured && <UptimeStrips measured={load.data.measured} />}
      <Card
        title="What happened"
        action={
          <SwitchRow label="Kind" options={kinds} value={shown} onChange={(kind) => list.setFilter("kind", kind)} />
        }
      >
        <Loadable of={load} onRetry={() => send({ do: "retry" })} bones={<LineBones />}>
          {({ entries, more, uptime, keptDays }) =>
            entries.length === 0 ? (
              <Empty
                title={shown === "Gaps" && uptime.thirtyDays === null ? neverHeard : nothing(keptDays)}
                icon={shown === "Gaps" && uptime.thirtyDays !== null ? "pi-check-circle" : "pi-history"}
                action={
                  shown !== "All" && <Button onClick={() => list.setFilter("kind", "All")}>Show everything</Button>
                }
              />
            ) : (
              <>
                <HistoryLines entries={entries} />
                {more && (
                  <div className="history-more">
                    <ActionButton action={loadOlder}>Load more</ActionButton>
                  </div>
                )}
              </>
            )
          }
        </Loadable>
      </Card>
    </div>
  );
}
