import { memo } from "react";
import { Link } from "react-router-dom";
import { pathTo } from "../../app/paths.ts";
import { ShareBar } from "../../ui/ShareBar.tsx";
import type { MachineCard } from "./home-cards.ts";

const signs = { Online: "", Offline: "pi-times", Unavailable: "pi-minus" } as const;

const Place = memo(function Place({ card: { record, status, stock } }: { card: MachineCard }) {
  const share = stock && stock.containers > 0 ? (stock.stocked / stock.containers) * 100 : 0;
  const held = stock ? `, ${stock.stocked}/${stock.containers} stocked` : "";
  const failed = stock && stock.failures > 0 ? `, failures: ${stock.failures}` : "";
  const words = `${record.name} (${record.vendingMachineId}): ${status}${record.active ? "" : ", deactive"}${held}${failed}`;
  return (
    <Link
      to={pathTo("machine", { id: record._id })}
      className={`place place-${status.toLowerCase()}${failed ? " place-failing" : ""}`}
      aria-label={words}
      title={words}
    >
      {signs[status] && <span className={`pi ${signs[status]}`} aria-hidden="true" />}
      <ShareBar share={share} />
    </Link>
  );
});

/** All machines as small tiles in the same order as the cards: 500 of them stand on one screen. */
export function Board({ cards }: { cards: readonly MachineCard[] }) {
  return (
    <ul className="board" aria-label="Vending machines">
      {cards.map((card) => (
        <li key={card.record._id}>
          <Place card={card} />
        </li>
      ))}
    </ul>
  );
}
