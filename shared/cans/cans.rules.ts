interface Opened {
  openedCans: number;
  /** yyyy-mm-dd; null before the first take. */
  openedDay: string | null;
}

/** How many cans were taken on this day: nothing is reset at midnight, a count of another day reads as 0. */
export const openedOn = (day: string, { openedCans, openedDay }: Opened): number =>
  openedDay === day ? openedCans : 0;
