import type { Container } from "#shared/containers/container.schema.ts";
import { Tile } from "./Tile.tsx";

interface FrontProps {
  containers: readonly Container[];
  /** The ones that the filter is about; the others keep their places. */
  found: ReadonlySet<string>;
  onTile: (container: Container) => void;
}

/** The containers laid out as in the machine's front; a tile leads to its card. */
export function Front({ containers, found, onTile }: FrontProps) {
  return (
    <ul className="can-front" aria-label="Machine front">
      {containers.map((container) => (
        <li key={container._id}>
          <Tile container={container} onClick={onTile} faint={!found.has(container._id)} />
        </li>
      ))}
    </ul>
  );
}
