import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { endedBadly } from "#shared/control-units/row.rules.ts";
import type { SessionRows } from "../../live/session-rows.ts";
import type { Load } from "../../state/load.ts";
import { rowSentence } from "./door-words.ts";
import { SessionFoot } from "./SessionFoot.tsx";

interface BulkSessionProps {
  sessionId: string;
  load: Load<SessionRows>;
  retry: () => void;
  onHide: () => void;
}

/** "7 of 10 opened, 3 closed". */
const summaryOf = (rows: readonly ResultRow[]): string => {
  const opened = rows.filter(({ isOpened }) => isOpened).length;
  const closed = rows.filter(({ isOpened, isClosed }) => isOpened && isClosed).length;
  return `${opened} of ${rows.length} opened${closed > 0 ? `, ${closed} closed` : ""}`;
};

/** Those that ended badly, by their reason. */
const troubles = (rows: readonly ResultRow[]): [reason: string, labels: string[]][] => {
  const byReason = new Map<string, string[]>();
  for (const row of rows.filter(endedBadly)) {
    const reason = rowSentence(row);
    byReason.set(reason, [...(byReason.get(reason) ?? []), row.containerId]);
  }
  return [...byReason];
};

/** How a bulk OPEN goes: how many doors were seen open, and which were not and why. */
export function BulkSession({ sessionId, load, retry, onHide }: BulkSessionProps) {
  const rows = load.data?.rows;
  return (
    <div className="bulk-session">
      <SessionFoot
        sessionId={sessionId}
        load={load}
        sentence={rows ? summaryOf(rows) : null}
        hideLabel="Hide how the doors open"
        retry={retry}
        onHide={onHide}
      />
      {rows?.some(endedBadly) && (
        <ul className="bulk-troubles">
          {troubles(rows).map(([reason, labels]) => (
            <li key={reason}>
              <strong className="figures">{labels.join(", ")}</strong> {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
