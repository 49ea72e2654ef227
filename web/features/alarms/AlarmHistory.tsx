import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { stepText } from "./alarm-words.ts";

const hasText = (step: string) => step === "commented" || step === "cleared";

/** What happened to an alarm, the newest first. */
export const AlarmHistory = ({ of }: { of: Alarm["history"] }) => (
  <ol className="alarm-history">
    {of.toReversed().map((entry) => (
      <li key={`${entry.at} ${entry.step}`}>
        <span>
          {stepText(entry)}
          {entry.by && <span className="muted"> by {entry.by.name || "an operator"}</span>}
        </span>
        <span className="muted">
          <RelativeTime at={entry.at} />
        </span>
        {hasText(entry.step) && entry.words !== "" && <p>{entry.words}</p>}
      </li>
    ))}
  </ol>
);
