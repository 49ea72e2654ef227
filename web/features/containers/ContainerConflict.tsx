import type { Container } from "#shared/containers/container.schema.ts";
import { Button } from "../../ui/Button.tsx";
import { TheirsAndYours } from "../../ui/form/TheirsAndYours.tsx";
import { afterAction, isAllowed } from "./actions.ts";
import type { StaleAction } from "./conflicts.atoms.ts";

const fields: [name: string, read: (container: Container) => string][] = [
  ["Container", ({ containerId }) => containerId],
  ["Product", ({ brand, product }) => (product === null ? "none" : brand)],
  ["Stock", ({ isEmpty }) => (isEmpty ? "Empty" : "Stocked")],
  ["Order", ({ isWorking }) => (isWorking ? "Working" : "Disabled")],
  ["Reservation", ({ isReserved }) => (isReserved ? "Reserved" : "Available")],
];

const notAllowed = "Your change is no longer possible";

interface ContainerConflictProps extends StaleAction {
  /** As it is now. */
  present: Container;
  working: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Somebody else changed the container first: theirs beside yours, and the choice. */
export function ContainerConflict({ present, seen, action, working, onTheirs, onMine }: ContainerConflictProps) {
  const mine = afterAction(seen, action);
  const allowed = isAllowed(present, action);
  const differing = fields
    .map(([name, read]) => ({
      name,
      theirs: read(present),
      yours: read(mine),
      isMine: read(mine) !== read(seen),
    }))
    .filter(({ theirs, yours }) => theirs !== yours);
  return (
    <TheirsAndYours
      title={`Somebody else changed container ${present.containerId} first`}
      level="h3"
      differing={differing}
      note={!allowed && `${notAllowed}.`}
    >
      <Button small onClick={onTheirs}>
        Take theirs
      </Button>
      <Button small onClick={onMine} whyNot={allowed ? null : notAllowed} working={working}>
        Keep yours
      </Button>
    </TheirsAndYours>
  );
}
