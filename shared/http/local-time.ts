/** From Monday on. */
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

export const minutesADay = 1_440;
export const minutesAWeek = 7 * minutesADay;

/** 08:30 in minutes since midnight. */
export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (timeZone: string) => {
  const known = formats.get(timeZone);
  if (known) return known;
  const options = { timeZone, weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  const made = new Intl.DateTimeFormat("en-US", options);
  formats.set(timeZone, made);
  return made;
};

/** Minutes since the beginning of Monday there; `at` in milliseconds since 1970. */
export const minuteOfWeek = (at: number, timeZone: string): number => {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const day = weekdays.indexOf((parts.get("weekday") ?? "").toLowerCase() as Weekday);
  return day * minutesADay + Number(parts.get("hour")) * 60 + Number(parts.get("minute"));
};
