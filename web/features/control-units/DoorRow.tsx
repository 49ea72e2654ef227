import { memo } from "react";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { FactMarks } from "../../ui/FactMarks.tsx";
import { Chip } from "../../ui/StateChip.tsx";
import { reasonText } from "../../ui/session-words.ts";
import { rowLook } from "./command-words.ts";
import { OutOfOrder } from "./OutOfOrder.tsx";

interface DoorRowProps {
  row: ResultRow;
  /** The container is out of order. */
  broken: boolean;
}

function OneRow({ row, broken }: DoorRowProps) {
  const look = rowLook(row);
  const reason = reasonText(row);
  return (
    <div className={`door-row${look.tone === "danger" ? " door-row-bad" : ""}`}>
      <span className="door-number">
        {row.containerId === "" ? (
          <span className="pi pi-microchip" title="Control unit" aria-hidden="true" />
        ) : (
          <>
            <span className="unseen">Container </span>
            {row.containerId}
            {broken && <OutOfOrder />}
          </>
        )}
        {row.containerId === "" && <span className="unseen">Control unit</span>}
      </span>
      <FactMarks row={row} />
      <span className="door-state">
        <Chip {...look} glows />
      </span>
      {reason && <p className="door-reason">{reason}</p>}
    </div>
  );
}

/** One container of a session, for a technician in front of it. */
export const DoorRow = memo(OneRow);
