/** What a calendar shows and answers; it is loaded when it is first opened. */
export interface DayCalendarProps {
  /** One day, or the two ends of a range; an empty text is not chosen. */
  days: readonly string[];
  isRange: boolean;
  min: string;
  max: string;
  /** Called with one day, or with both ends in their order. */
  onPick: (days: string[]) => void;
  onLeave: () => void;
}
