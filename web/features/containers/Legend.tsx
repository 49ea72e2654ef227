import { legend, stateLooks } from "../../records/container-looks.ts";
import type { ShownContainers } from "./find-containers.ts";

interface LegendProps {
  counts: Record<ShownContainers, number>;
  value: ShownContainers;
  onChange: (shown: ShownContainers) => void;
}

/** What needs somebody first: on a phone the row is cut at its right edge. */
const ordered = legend.toSorted((one, other) => Number(other === "failure") - Number(one === "failure"));

/** What the colours and signs mean, how many there are of each, and a filter by them. */
export function Legend({ counts, value, onChange }: LegendProps) {
  const one = (shown: ShownContainers, word: string, sign: string | null, look: string = shown) => (
    <button
      key={shown}
      type="button"
      className={shown === "unlocked" ? "legend-unlocked" : undefined}
      aria-pressed={value === shown}
      onClick={() => onChange(shown)}
    >
      {sign && <span className={`legend-sign tile-${look} pi ${sign}`} aria-hidden="true" />}
      {word}
      <span className="count">{counts[shown]}</span>
    </button>
  );
  return (
    <fieldset className="switch-row legend" aria-label="State">
      {one("all", "All", null)}
      {(counts.unlocked > 0 || value === "unlocked") && one("unlocked", "UnLocked", "pi-lock-open", "open")}
      {ordered.map((state) => one(state, stateLooks[state].word, stateLooks[state].icon))}
    </fieldset>
  );
}
