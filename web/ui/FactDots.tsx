import type { ResultRow } from "#shared/control-units/control-unit.schema.ts";
import { type FactStep, factSteps, type StepState, spanText } from "./fact-steps.ts";

const signs: Record<StepState, string> = {
  known: "pi-check-circle",
  late: "pi-history",
  waited: "pi-circle",
  missed: "pi-times-circle",
  open: "pi-circle",
};
const unseenWords: Record<StepState, string> = {
  known: "",
  late: ", late",
  waited: " is waited for",
  missed: " never came",
  open: " not yet",
};

function Step({ word, state, afterMs }: FactStep) {
  const late = state === "late" ? "It came after the row had ended" : undefined;
  return (
    <li className={`fact-dot fact-dot-${state}`} title={late}>
      <span className={`pi ${signs[state]}`} aria-hidden="true" />
      {word}
      <span className="unseen">{unseenWords[state]}</span>
      {afterMs !== null && <span className="fact-after figures"> {spanText(afterMs)}</span>}
    </li>
  );
}

/**
 * What is known of one container of a session, each fact by itself: pulse acknowledged, door seen open, door seen
 * closed, with the time since the sending beside each.
 */
export function FactDots({ row }: { row: ResultRow }) {
  return (
    <ul className="fact-dots">
      {factSteps(row).map((step) => (
        <Step key={step.fact} {...step} />
      ))}
    </ul>
  );
}
