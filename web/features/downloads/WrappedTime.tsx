import { momentText } from "../../ui/times.ts";

/** "21 Nov, 14:05" in a table of many columns, where it may take two lines. `at` is ISO 8601. */
export function WrappedTime({ at }: { at: string }) {
  return (
    <time className="report-wraps figures" dateTime={at}>
      {momentText(Date.parse(at))}
    </time>
  );
}
