interface DayLineProps {
  /** The oldest first; null is a gap. */
  of: readonly (number | null)[];
  label: string;
}

const [width, height] = [144, 24];

/** The last day of one figure as a small line; what was not measured stays empty. */
export function DayLine({ of, label }: DayLineProps) {
  const known = of.filter((figure) => figure !== null);
  const top = Math.max(...known, 0) || 1;
  const step = width / Math.max(1, of.length - 1);
  const path = of
    .map((figure, at) => {
      if (figure === null) return "";
      const isFirst = at === 0 || of[at - 1] === null;
      const y = height - 1 - (figure / top) * (height - 2);
      // A round end makes a single sample a dot.
      return `${isFirst ? "M" : "L"}${(at * step).toFixed(1)} ${y.toFixed(1)}${isFirst ? "h0.1" : ""}`;
    })
    .join("");
  return (
    <svg className="health-day" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className="health-day-ground" d={`M0 ${height - 0.5}H${width}`} />
      <path d={path} />
    </svg>
  );
}
