import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { useIsPhone } from "../../ui/use-media.ts";
import { DoorRow } from "./DoorRow.tsx";

/** Up to this many rows, all are drawn; of more, only those in sight, in a list that scrolls by itself. */
const drawAllUpTo = 40;

interface DoorRowsProps {
  rows: readonly ResultRow[];
  /** The containers that are out of order. */
  broken: ReadonlySet<string>;
}

/** The containers of a session, in the order in which they were named. */
export function DoorRows({ rows, broken }: DoorRowsProps) {
  const scroller = useRef<HTMLUListElement>(null);
  const isPhone = useIsPhone();
  const isLong = rows.length > drawAllUpTo;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? 92 : 52),
    getItemKey: (index) => rows[index]?._id ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const from = items[0]?.start ?? 0;
  const to = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <ul
      ref={scroller}
      className={`door-rows${isLong ? " door-rows-long" : ""}`}
      aria-label="Containers"
      tabIndex={isLong ? 0 : undefined}
    >
      {!isLong &&
        rows.map((row) => (
          <li key={row._id}>
            <DoorRow row={row} broken={row.container !== null && broken.has(row.container)} />
          </li>
        ))}
      {isLong && from > 0 && <li aria-hidden="true" style={{ height: from }} />}
      {isLong &&
        items.map(({ index, key }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
            >
              <DoorRow row={row} broken={row.container !== null && broken.has(row.container)} />
            </li>
          );
        })}
      {isLong && to > 0 && <li aria-hidden="true" style={{ height: to }} />}
    </ul>
  );
}
