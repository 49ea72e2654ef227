import type { Container } from "#shared/containers/container.schema.ts";
import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { Tile } from "./Tile.tsx";
import type { Selection } from "./use-selection.ts";

interface FrontProps {
  containers: readonly Container[];
  /** The ones that the filter is about; the others keep their places. */
  found: ReadonlySet<string>;
  selection: Selection;
  /** The one whose card is shown. */
  shown: string;
  /** What is known of doors in the session that is shown, by container. */
  rowOf: ReadonlyMap<string | null, ResultRow>;
}

/** The containers laid out as in the machine's front; a tile shows its card, several share actions. */
export function Front({ containers, found, selection: { picked, handlers }, shown, rowOf }: FrontProps) {
  return (
    // The tiles are buttons, whose keys come as clicks: one listener serves a thousand of them.
    <ul
      className={`can-front${rowOf.size > 0 ? " can-front-in-session" : ""}`}
      aria-label="Machine front"
      {...handlers}
    >
      {containers.map((container) => (
        <li key={container._id} data-tile={container._id}>
          <Tile
            container={container}
            picked={picked.has(container._id)}
            shown={shown === container._id}
            faint={!found.has(container._id)}
            row={rowOf.get(container._id)}
          />
        </li>
      ))}
    </ul>
  );
}
