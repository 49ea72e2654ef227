import { useEffect, useRef } from "react";
import type { Container } from "#shared/containers/container.schema.ts";
import { Button } from "../../ui/Button.tsx";
import type { StaleDeed } from "./conflicts.atoms.ts";
import { afterDeed, isAllowed } from "./deeds.ts";

const fields: [name: string, read: (container: Container) => string][] = [
  ["Container", ({ containerId }) => containerId],
  ["Product", ({ brand, product }) => (product === null ? "none" : brand)],
  ["Stock", ({ isEmpty }) => (isEmpty ? "Empty" : "Stocked")],
  ["Order", ({ isWorking }) => (isWorking ? "Working" : "Disabled")],
  ["Reservation", ({ isReserved }) => (isReserved ? "Reserved" : "Available")],
];

interface ContainerConflictProps extends StaleDeed {
  /** As it is now. */
  present: Container;
  working: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Somebody else changed the container first: theirs beside yours, and the choice. */
export function ContainerConflict({ present, seen, deed, working, onTheirs, onMine }: ContainerConflictProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const mine = afterDeed(seen, deed);
  const differing = fields.filter(([, read]) => read(present) !== read(mine));
  const allowed = isAllowed(present, deed);
  return (
    <section className="conflict" role="alert">
      <h3 ref={head} tabIndex={-1}>
        Somebody else changed container {present.containerId} first
      </h3>
      <table className="conflict-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differing.map(([name, read]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{read(present)}</td>
              <td className={read(mine) === read(seen) ? "muted" : "conflict-mine"}>{read(mine)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!allowed && <p className="muted">Yours is not possible any more.</p>}
      <div className="form-foot">
        <Button small onClick={onTheirs}>
          Take theirs
        </Button>
        <Button small onClick={onMine} disabled={!allowed} working={working}>
          Keep yours
        </Button>
      </div>
    </section>
  );
}
