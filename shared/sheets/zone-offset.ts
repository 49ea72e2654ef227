/** Zones change their clocks at full quarters of an hour. */
const quarterMs = 900_000;

/** How many minutes the clock of a zone is ahead of UTC at a moment; each quarter of an hour is computed once. */
export const zoneOffset = (timeZone: string): ((at: Date) => number) => {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  const known = new Map<number, number>();
  const read = (at: Date): number => {
    const name = format.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /GMT([+-])(\d+):(\d+)/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  };
  return (at) => {
    const quarter = Math.floor(at.getTime() / quarterMs);
    let offset = known.get(quarter);
    if (offset === undefined) {
      offset = read(at);
      if (known.size > 10_000) known.clear();
      known.set(quarter, offset);
    }
    return offset;
  };
};
