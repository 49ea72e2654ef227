// Preloaded into a process of an experiment (node --import): its clock is ahead by CLOCK_AHEAD_MS, or behind. The
// monotonic clock goes on as it was, as on a computer whose time somebody has set.
const ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0);
const now = Date.now;
Date.now = () => now() + ahead;
globalThis.Date = new Proxy(Date, {
  construct: (Real, given) => (given.length > 0 ? new Real(...given) : new Real(Real.now())),
  apply: (Real) => new Real(Real.now()).toString(),
});
