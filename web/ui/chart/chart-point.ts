/** One bar, and the page that it leads to. */
export interface ChartPoint {
  key: string;
  /** Beneath it, where there is space. */
  short: string;
  /** All of it in words, for readers and on hover. */
  label: string;
  bar: number;
  /** The value of a trend line along the bars; missing if there is none. */
  mean?: number | undefined;
  /** Not yet all of it: drawn as an outline. */
  isOpen?: boolean;
  /** The page of what it is made of. */
  to: string;
}
