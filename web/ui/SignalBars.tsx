const steps: [atLeast: number, bars: number, word: string][] = [
  [-55, 4, "strong"],
  [-67, 3, "good"],
  [-78, 2, "fair"],
  [-88, 1, "weak"],
];

/** How many of four bars a signal in dBm fills, and its label. A received signal has at least one bar. */
export function signalStrength(dBm: number): { bars: number; word: string } {
  const step = steps.find(([atLeast]) => dBm >= atLeast);
  return step ? { bars: step[1], word: step[2] } : { bars: 1, word: "very weak" };
}

/** "−78 dBm", with the sign that is as wide as a digit. */
export const dBmText = (dBm: number): string => `${dBm < 0 ? "\u2212" : ""}${Math.abs(dBm)} dBm`;

/** Strength in dBm (RSSI, -120 to 0) as bars; null where the unit reported none. */
export function SignalBars({ dBm }: { dBm: number | null }) {
  if (dBm === null) return <span className="muted">–</span>;
  const { bars, word } = signalStrength(dBm);
  return (
    <span className={`bars${bars <= 1 ? " bars-weak" : ""}`} title={`${dBmText(dBm)}, ${word}`}>
      <svg viewBox="0 0 16 12" aria-hidden="true">
        {[0, 1, 2, 3].map((bar) => (
          <rect
            key={bar}
            className={bar < bars ? "bar-on" : undefined}
            x={bar * 4}
            y={9 - bar * 3}
            width={3}
            height={3 + bar * 3}
            rx={0.75}
          />
        ))}
      </svg>
      <span>{dBmText(dBm)}</span>
      <span className="unseen">, {word}</span>
    </span>
  );
}
