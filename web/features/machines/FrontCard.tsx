import "../../records/container-looks.css";
import "./front.css";
import { memo } from "react";
import { Link } from "react-router-dom";
import { containerState } from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ContainersInfo } from "#shared/inventory/inventory.schema.ts";
import type { Machine } from "#shared/machines/machine.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { Followed } from "../../recipes/Followed.tsx";
import { looksOf, stateLooks } from "../../records/container-looks.ts";
import { stockAtomOf } from "../../records/stock.atoms.ts";
import { Card } from "../../ui/Card.tsx";
import { CountsOf } from "./Counts.tsx";
import { useContainers } from "./StockCards.tsx";

/** Named and ordered as in containersInfo (specification: Entities). */
const states = ["failure", "reserved", "empty", "available", "unassigned"] as const satisfies (keyof ContainersInfo)[];
/** The sign that its places above have: the table is their legend. */
const headOf = (state: (typeof states)[number]) => (
  <span className="front-state">
    <span className={`legend-sign tile-${state} pi ${stateLooks[state].icon}`} aria-hidden="true" />
    {inWords(state)}
  </span>
);
const inWords = (state: string) => `${state.charAt(0).toUpperCase()}${state.slice(1)}`;

function OnePlace({ container, inventory }: { container: Container; inventory: string }) {
  const { _id, containerId, brand, isLocked } = container;
  const { word, icon } = looksOf(container);
  const words = `Container ${containerId}: ${brand || "No product"}, ${word}${isLocked ? "" : ", UnLocked"}`;
  return (
    <Link
      to={`${inventory}?container=${_id}`}
      className={`front-place tile-${containerState(container)}`}
      aria-label={words}
      title={words}
    >
      <span className="front-number">{containerId}</span>
      <span className={`pi ${isLocked ? icon : "pi-lock-open"}`} aria-hidden="true" />
    </Link>
  );
}
const Place = memo(OnePlace);

/** The machine's front in small, each container leading to its card, and how many are in each state. */
export function FrontCard({ machine }: { machine: Machine }) {
  const { _id } = machine;
  const containers = useContainers(machine).data;
  const inventory = pathTo("machineInventory", { id: _id });
  return (
    <Card title="Containers">
      {containers && containers.length > 0 && (
        <ul className="front-small" aria-label="Machine front">
          {containers.map((container) => (
            <li key={container._id}>
              <Place container={container} inventory={inventory} />
            </li>
          ))}
        </ul>
      )}
      <Followed atom={stockAtomOf(_id)}>
        {({ containersInfo }) => (
          <CountsOf
            label="Containers"
            heads={["State", "Containers"]}
            of={states.map((state) => [inWords(state), containersInfo[state], headOf(state)] as const)}
            total="All containers"
            empty=""
          />
        )}
      </Followed>
    </Card>
  );
}
