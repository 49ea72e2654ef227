import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import { ShareBar } from "../../ui/ShareBar.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { type BoardTile, boardTile, byRegion, leastForFingers } from "./board-tiles.ts";
import type { MachineCard } from "./home-cards.ts";

const signs = { Online: "", Offline: "pi-times", Unavailable: "pi-minus" } as const;

interface PlaceProps extends Pick<BoardTile, "isNamed" | "hasStock"> {
  card: MachineCard;
}

const Place = memo(function Place({ card: { record, status, stock }, isNamed, hasStock }: PlaceProps) {
  const share = stock && stock.containers > 0 ? (stock.stocked / stock.containers) * 100 : 0;
  const held = stock ? `, ${stock.stocked}/${stock.containers} stocked` : "";
  const failed = stock && stock.failures > 0 ? `, failures: ${stock.failures}` : "";
  const more = `${held}${failed}, ${record.vendingMachineId}, ${status}${record.active ? "" : ", deactive"}`;
  const sign = signs[status] && <span className={`pi ${signs[status]}`} aria-hidden="true" />;
  return (
    <Link
      to={pathTo("machine", { id: record._id })}
      className={`place place-${status.toLowerCase()}${failed ? " place-failing" : ""}`}
      aria-label={isNamed ? undefined : `${record.name}${more}`}
      title={`${record.name}${more}`}
    >
      {isNamed ? (
        <span className="place-name">
          {sign}
          {record.name}
          <span className="unseen">{more}</span>
        </span>
      ) : (
        sign
      )}
      {hasStock && stock && (
        <span className="place-stock figures" aria-hidden="true">
          {stock.stocked}/{stock.containers} stocked
        </span>
      )}
      <ShareBar share={share} />
    </Link>
  );
});

/** What is left of the window beneath the board's beginning, less its foot. */
const footPixels = 24;

/** What the board may fill, measured anew when the window changes or something above it comes or goes. */
function useSpace() {
  const ref = useRef<HTMLDivElement>(null);
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const board = ref.current;
    if (!board) return;
    const measure = () => {
      const top = board.getBoundingClientRect().top + window.scrollY;
      const [width, height] = [board.clientWidth, Math.round(window.innerHeight - top - footPixels)];
      setSpace((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(board);
    // What comes or goes above it moves it and leaves its size. The body is never lower than the window.
    for (const around of [board.parentElement, document.body]) if (around) watch.observe(around);
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  return { ref, space };
}

/** All machines as tiles by their region, in each in the order of the cards: as large as they may be on one screen. */
export function Board({ cards }: { cards: readonly MachineCard[] }) {
  const { ref, space } = useSpace();
  const isTouched = useMedia("(pointer: coarse)");
  const groups = useMemo(() => byRegion(cards), [cards]);
  const counts = groups.map((group) => group.cards.length);
  const { width, height, ...shows } = boardTile(space, counts, isTouched ? leastForFingers : undefined);
  return (
    <div ref={ref} className="board">
      {groups.map(({ region, cards: those }) => {
        const offline = those.filter(({ status }) => status === "Offline").length;
        return (
          <section key={region} aria-label={region}>
            <h2>
              {region} <span className="muted figures">{those.length}</span>
              {offline > 0 && <span className="board-offline">{offline} offline</span>}
            </h2>
            <ul
              aria-label={`Vending machines of ${region}`}
              style={{ gridTemplateColumns: `repeat(auto-fill, minmax(${width}px, 1fr))`, gridAutoRows: height }}
            >
              {those.map((card) => (
                <li key={card.record._id}>
                  <Place card={card} {...shows} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
