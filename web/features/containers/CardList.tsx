import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useState } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import { ContainerCard, type OfMachine } from "./ContainerCard.tsx";

interface CardListProps extends OfMachine {
  containers: readonly Container[];
}

/** Below this many cards all are drawn; above, only the rows in sight. */
const drawAllUpTo = 60;
const [leastCardPixels, gapPixels, usualRowPixels] = [304, 12, 232];

/** How many cards stand side by side. */
function useColumns(list: HTMLElement | null): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    if (!list) return;
    const measure = () =>
      setColumns(Math.max(1, Math.floor((list.clientWidth + gapPixels) / (leastCardPixels + gapPixels))));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(list);
    return () => watch.disconnect();
  }, [list]);
  return columns;
}

/** The containers' cards; a deep machine's thousand are drawn as they come into sight. */
export function CardList({ containers, ...of }: CardListProps) {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [top, setTop] = useState(0);
  const columns = useColumns(list);
  const isLong = containers.length > drawAllUpTo;
  const rows = Math.ceil(containers.length / columns);
  // The part above grows and shrinks with the machine.
  useLayoutEffect(() => {
    if (!list) return;
    const measure = () => setTop(list.getBoundingClientRect().top + window.scrollY);
    measure();
    const page = list.parentElement?.parentElement;
    if (!page) return;
    const watch = new ResizeObserver(measure);
    watch.observe(page);
    return () => watch.disconnect();
  }, [list]);
  const virtual = useWindowVirtualizer({
    count: rows,
    enabled: isLong,
    estimateSize: () => usualRowPixels,
    gap: gapPixels,
    scrollMargin: top,
    overscan: 3,
  });

  const card = (container: Container) => <ContainerCard key={container._id} container={container} {...of} />;
  if (!isLong) {
    return (
      <div ref={setList} className="container-cards">
        {containers.map(card)}
      </div>
    );
  }
  return (
    <div ref={setList} className="container-rows" style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map((row) => (
        <div
          key={row.key}
          ref={virtual.measureElement}
          data-index={row.index}
          className="container-row"
          style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, top: row.start - top }}
        >
          {containers.slice(row.index * columns, (row.index + 1) * columns).map(card)}
        </div>
      ))}
    </div>
  );
}
