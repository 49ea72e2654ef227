import type { Badge } from "../state/pending-counts.atoms.ts";
import { useChanges } from "../ui/Glow.tsx";

const most = 999;

/** The figure beside a link of the navigation, which glows as it changes; screen readers read it in the link's name. */
export function PendingBadge({ of }: { of: Badge | undefined }) {
  return of ? <Figure of={of} /> : null;
}

function Figure({ of }: { of: Badge }) {
  const changes = useChanges(of.count);
  return (
    <span
      key={changes}
      className={`asked figures${of.isUrgent ? " asked-urgent" : ""}${changes > 0 ? " glow" : ""}`}
      aria-hidden="true"
      // Drawn by the sheet: the link's text is its name alone.
      data-count={of.count > most ? `${most}+` : of.count}
    />
  );
}
