/** One measured figure beside the bound that makes the promise true, both in words that a table can show. */
export interface Figure {
  what: string;
  measured: string;
  bound: string;
  held: boolean;
}

/** An experiment that provokes one fault against real processes and servers and says whether the house stood. */
export interface Fault {
  /** What must hold although the fault happens, in one sentence. */
  promise: string;
  /** `size` is what `npm run faults -- name=size` says; each fault that has one knows its own. */
  run: (say: (line: string) => void, size?: number) => Promise<Figure[]>;
}

/** A figure that must not exceed its bound. */
export const atMost = (what: string, measured: number, bound: number, unit: string): Figure => ({
  what,
  measured: `${Math.round(measured * 10) / 10} ${unit}`,
  bound: `at most ${bound} ${unit}`,
  held: measured <= bound,
});

/** A figure that must be exactly this, such as a count of doors that opened. */
export const exactly = (what: string, measured: number, bound: number): Figure => ({
  what,
  measured: String(measured),
  bound: String(bound),
  held: measured === bound,
});

/** A figure that must reach its bound. */
export const atLeast = (what: string, measured: number, bound: number, unit = ""): Figure => ({
  what,
  measured: `${Math.round(measured * 10) / 10} ${unit}`.trim(),
  bound: `at least ${bound} ${unit}`.trim(),
  held: measured >= bound,
});
