import { fullTime, momentText } from "../../ui/times.ts";

/** "outage since 14:05", or since which day where it was not today. A machine that was never heard has none. */
export function OutageSince({ at }: { at: string | null }) {
  if (at === null) return "never heard";
  const moment = Date.parse(at);
  return (
    <time className="figures" dateTime={at} title={fullTime(moment)}>
      outage since {momentText(moment)}
    </time>
  );
}
