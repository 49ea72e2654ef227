import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { type FactStep, factSteps, type StepState, spanText } from "../../ui/fact-steps.ts";
import { clockTime, fullTime } from "../../ui/times.ts";

const signs: Record<StepState, string> = {
  known: "pi-check",
  late: "pi-check",
  waited: "pi-ellipsis-h",
  missed: "pi-times",
  open: "",
};
const words: Record<StepState, string> = {
  known: "",
  late: "",
  waited: "waiting",
  missed: "never came",
  open: "not yet",
};

interface MarkProps {
  step: FactStep;
  at: string | null;
  /** Nothing more is waited for. */
  ended: boolean;
}

function Mark({ step: { word, state, afterMs }, at, ended }: MarkProps) {
  return (
    <li className={`mark mark-${state}`}>
      <span className={`mark-sign pi ${signs[state]}`} aria-hidden="true" />
      <span className="mark-word">
        {word}
        {state === "late" && (
          <span className="mark-late" title="It came after the row had ended">
            {" "}
            late
          </span>
        )}
      </span>
      <span className="mark-time figures">
        {at === null ? (
          ended && state === "open" ? (
            "–"
          ) : (
            words[state]
          )
        ) : (
          <time dateTime={at} title={fullTime(Date.parse(at))}>
            {clockTime(Date.parse(at), true)}
            {afterMs !== null && (
              <>
                <span className="mark-dot"> · </span>
                <span className="mark-after">{spanText(afterMs)}</span>
              </>
            )}
          </time>
        )}
      </span>
    </li>
  );
}

/**
 * The facts of a row, each with its own time: pulse acknowledged, door seen open, door seen closed. None stands for
 * another; one that came too late says so.
 */
export function FactMarks({ row }: { row: ResultRow }) {
  return (
    <ol className="marks">
      {factSteps(row).map((step) => (
        <Mark key={step.fact} step={step} at={row.facts[step.fact]?.receivedAt ?? null} ended={row.endedAt !== null} />
      ))}
    </ol>
  );
}
