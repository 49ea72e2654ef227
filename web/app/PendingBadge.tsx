import type { Badge } from "../state/pending-counts.atoms.ts";

const most = 999;

/** The figure beside a link of the navigation; screen readers read it in the link's name. */
export function PendingBadge({ of }: { of: Badge | undefined }) {
  if (!of) return null;
  return (
    <span
      className={`asked figures${of.isUrgent ? " asked-urgent" : ""}`}
      aria-hidden="true"
      // Drawn by the sheet: the link's text is its name alone.
      data-count={of.count > most ? `${most}+` : of.count}
    />
  );
}
