import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { type FactStep, factSteps, type StepState, spanText } from "./fact-steps.ts";
import { clockTime, fullTime } from "./times.ts";

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
  small: boolean;
}

/** When it came; without the clock's time where there is no space for it. */
function Moment({ at, afterMs, small }: { at: string; afterMs: number | null; small: boolean }) {
  const clock = clockTime(Date.parse(at), true);
  const after = afterMs === null ? null : spanText(afterMs);
  return (
    <time dateTime={at} title={fullTime(Date.parse(at))}>
      {small ? (
        (after ?? clock)
      ) : (
        <>
          {clock}
          {after !== null && (
            <>
              <span className="mark-dot"> · </span>
              <span className="mark-after">{after}</span>
            </>
          )}
        </>
      )}
    </time>
  );
}

function Mark({ step: { word, state, afterMs }, at, ended, small }: MarkProps) {
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
      </span>{" "}
      <span className="mark-time one-line figures">
        {at === null ? (
          ended && state === "open" ? (
            "–"
          ) : (
            words[state]
          )
        ) : (
          <Moment at={at} afterMs={afterMs} small={small} />
        )}
      </span>
    </li>
  );
}

/**
 * What is known of one container of a session: pulse acknowledged, door seen open, door seen closed, each with its own
 * time. No fact implies another; a late one says so. `small` is for a card.
 */
export function FactMarks({ row, small = false }: { row: ResultRow; small?: boolean }) {
  return (
    <ol className={`marks${small ? " marks-small" : ""}`}>
      {factSteps(row).map((step) => (
        <Mark
          key={step.fact}
          step={step}
          at={row.facts[step.fact]?.receivedAt ?? null}
          ended={row.endedAt !== null}
          small={small}
        />
      ))}
    </ol>
  );
}
