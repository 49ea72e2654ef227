import type { ReactNode } from "react";
import type { Alarm } from "#shared/alarms/alarm.schema.ts";
import { pathTo } from "../../app/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { stepText } from "./alarm-words.ts";

const hasText = (step: string) => step === "commented" || step === "cleared";

interface AlarmHistoryProps {
  alarm: Pick<Alarm, "machine" | "raisedAt" | "history">;
  /** What stands before the list. */
  children?: ReactNode;
}

/** What happened to an alarm, the newest first, and the way to its place among all that happened at its machine. */
export const AlarmHistory = ({ alarm: { machine, raisedAt, history }, children }: AlarmHistoryProps) => (
  <Card
    title="History"
    action={
      machine && (
        <ButtonLink small to={`${pathTo("machine", { id: machine })}?tab=timeline&at=${raisedAt}`}>
          In the timeline
        </ButtonLink>
      )
    }
  >
    {children}
    <ol className="alarm-history">
      {history.toReversed().map((entry) => (
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
  </Card>
);
