import { useDeferredValue, useLayoutEffect, useRef, useState } from "react";
import { Bone } from "../../ui/Bones.tsx";
import { useRowsInSight } from "../../ui/use-rows-in-sight.ts";
import type { MachineCard } from "./home-cards.ts";
import { MachineTile } from "./MachineTile.tsx";

const gap = 8;
const narrowest = 276;
/**
 * Every tile is as high as this (see home.css), so that thousands can be placed without measuring them, and 24 stand in
 * a window of 1440 x 900.
 */
const tileHeight = 113;
/** So few rows are all drawn at once: the browser's own search then finds every machine. */
const allRows = 50;
/** Rows drawn beyond those in sight; a grid of at most `allRows` draws these first and then all of them. */
const nextRows = 4;

/** Where the grid stands in the page and how many tiles fit beside each other. */
function usePlace() {
  const ref = useRef<HTMLUListElement>(null);
  const [place, setPlace] = useState({ columns: 1, top: 0 });
  useLayoutEffect(() => {
    const grid = ref.current;
    if (!grid) return;
    const measure = () => {
      const columns = Math.max(1, Math.floor((grid.clientWidth + gap) / (narrowest + gap)));
      const top = Math.round(grid.getBoundingClientRect().top + window.scrollY);
      setPlace((before) => (before.columns === columns && before.top === top ? before : { columns, top }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(grid);
    watch.observe(document.body);
    return () => watch.disconnect();
  }, []);
  return { ref, ...place };
}

/** The cards of all machines; only the ones near the window are drawn. */
export function TileGrid({ cards }: { cards: readonly MachineCard[] }) {
  const { ref, columns, top } = usePlace();
  const rows = Math.ceil(cards.length / columns);
  const beyond = useDeferredValue(rows <= allRows ? rows : nextRows, nextRows);
  const [from, to] = useRowsInSight({ count: rows, height: tileHeight + gap, top, beyond });
  const width = `calc((100% - ${(columns - 1) * gap}px) / ${columns})`;
  return (
    <ul
      ref={ref}
      className="tiles"
      aria-label="Vending machines"
      style={{ height: Math.max(0, rows * (tileHeight + gap) - gap) }}
    >
      {cards.slice(from * columns, to * columns).map((card, offset) => {
        const place = from * columns + offset;
        return (
          <li
            key={card.record._id}
            aria-setsize={cards.length}
            aria-posinset={place + 1}
            style={{
              width,
              height: tileHeight,
              top: Math.floor(place / columns) * (tileHeight + gap),
              left: `calc((100% + ${gap}px) / ${columns} * ${place % columns})`,
            }}
          >
            <MachineTile card={card} />
          </li>
        );
      })}
    </ul>
  );
}

/** The grid's shape before the machines are here. */
export function TileBones() {
  return (
    <div role="status" aria-label="Loading" className="tile-bones">
      {Array.from({ length: 12 }, (_, tile) => tile).map((tile) => (
        <Bone key={tile} height={tileHeight} />
      ))}
    </div>
  );
}
