import "./bulk.css";
import { Link } from "react-router-dom";
import { useAtom } from "../../state/jotai.ts";
import { Button } from "../../ui/Button.tsx";
import type { BulkAction } from "./bulk-action.ts";
import { type BulkRow, type BulkRun, bulkText } from "./bulk-runs.ts";
import type { Bulk } from "./use-bulk.ts";

const signs = {
  waiting: "pi-clock",
  doing: "pi-spinner pi-spin",
  done: "pi-check",
  refused: "pi-exclamation-triangle",
} as const;
const order = { refused: 0, doing: 1, waiting: 2, done: 3 } as const;

function OneEnd({ of: { name, end } }: { of: BulkRow }) {
  return (
    <li className={`bulk-end bulk-${end.is}`}>
      <span className={`pi ${signs[end.is]}`} aria-hidden="true" />
      <span className="bulk-name">{name}</span>
      <span className="bulk-words">
        {end.is === "refused" && end.words}
        {end.is === "done" && (end.to ? <Link to={end.to}>{end.words ?? "Done"}</Link> : (end.words ?? "Done"))}
        {end.is === "doing" && "Under way"}
        {end.is === "waiting" && "Waits"}
      </span>
    </li>
  );
}

/** Result of each; what was refused stands first once all have ended. */
function Ends({ run, onClose }: { run: BulkRun; onClose: () => void }) {
  const rows = run.isOver ? run.rows.toSorted((a, b) => order[a.end.is] - order[b.end.is]) : run.rows;
  return (
    <div className="bulk-ends">
      <div className="bulk-line">
        <strong className="figures" role="status">
          {bulkText(run)}
        </strong>
        {run.isOver && (
          <Button kind="quiet" small onClick={onClose}>
            Close
          </Button>
        )}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <ul className="bulk-list" aria-label="Result of each" tabIndex={0}>
        {rows.map((row) => (
          <OneEnd key={row.id} of={row} />
        ))}
      </ul>
    </div>
  );
}

interface ActionButtonProps<Row> {
  action: BulkAction<Row>;
  chosen: readonly Row[];
  /** The action that is under way. */
  doing: string | null;
  onBegin: () => void;
}

function ActionButton<Row>({ action, chosen, doing, onBegin }: ActionButtonProps<Row>) {
  const reasons = chosen.map((row) => action.whyNot?.(row) ?? null);
  const able = reasons.filter((reason) => reason === null).length;
  const others = doing !== null && doing !== action.words ? `${doing} is under way` : null;
  return (
    <Button
      small
      icon={action.icon}
      danger={action.danger !== undefined}
      working={doing === action.words}
      whyNot={others ?? (able === 0 ? (reasons[0] ?? null) : null)}
      onClick={onBegin}
    >
      {action.words}
      {able < chosen.length && able > 0 && <span className="count"> {able}</span>}
    </Button>
  );
}

/** How many are selected, what may be done to them, and what became of each. */
export default function BulkBar<Row>({ bulk }: { bulk: Bulk<Row> }) {
  const { chosen, hidden, actions, begin, clear } = bulk;
  const [run, setRun] = useAtom(bulk.run);
  const doing = run && !run.isOver ? run.action : null;
  if (chosen.length === 0 && !run) return null;
  return (
    <section className="bulk" aria-label="Selected rows">
      {run && <Ends run={run} onClose={() => setRun(null)} />}
      {chosen.length > 0 && (
        <div className="bulk-line">
          <span className="figures" role="status">
            {chosen.length.toLocaleString("en-IN")} selected
            {hidden > 0 && <span className="muted">, {hidden.toLocaleString("en-IN")} not shown here</span>}
          </span>
          <span className="actions">
            {actions.map((action) => (
              <ActionButton
                key={action.words}
                action={action}
                chosen={chosen}
                doing={doing}
                onBegin={() => void begin(action)}
              />
            ))}
            <Button kind="quiet" small onClick={clear}>
              Clear
            </Button>
          </span>
        </div>
      )}
    </section>
  );
}
