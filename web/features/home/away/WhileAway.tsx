import "./while-away.css";
import { useEffect, useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { readWhileAway } from "#shared/network-events/while-away.api.ts";
import type { Away } from "#shared/network-events/while-away.schema.ts";
import { call } from "../../../http/call.ts";
import { useCaseKeys } from "../../../recipes/queue/use-case-keys.ts";
import { Button } from "../../../ui/Button.tsx";
import { groupedText } from "../../../ui/count-text.ts";
import { useIsPhone } from "../../../ui/use-media.ts";
import { restOf, rowOf, spanText } from "./away-words.ts";

/** On a phone this many lines are shown above the machines at first. */
const firstLines = 3;

/** A focus that goes with the panel would begin anew at the top of the document. */
const toHeading = () => {
  const heading = document.querySelector("h1");
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
};

function Panel({ away, onClose }: { away: Away; onClose: () => void }) {
  const pane = useRef<HTMLElement>(null);
  const id = useId();
  const isPhone = useIsPhone();
  const [isWhole, setWhole] = useState(false);
  const lines = isPhone && !isWhole ? away.lines.slice(0, firstLines) : away.lines;
  const folded = away.lines.length - lines.length;
  useCaseKeys(pane);
  // The button that was pressed is gone: its focus goes on to what it showed.
  useEffect(() => {
    if (isWhole) pane.current?.querySelectorAll<HTMLElement>(".away-words a")[firstLines]?.focus();
  }, [isWhole]);
  const close = () => {
    if (pane.current?.contains(document.activeElement)) toHeading();
    onClose();
  };
  return (
    <section className="card away" aria-labelledby={id} ref={pane}>
      <header className="card-head">
        <h2 id={id}>While you were away</h2>
        <span className="away-span muted">{spanText(away)}</span>
        <Button kind="quiet" small onClick={close}>
          Close{" "}
          <kbd className="kbd" data-key="x">
            X
          </kbd>
        </Button>
      </header>
      <ul className="away-lines">
        {lines.map((line) => {
          const { tone, icon, title, line: words, to } = rowOf(line, away);
          return (
            <li key={`${to} ${title}`} className={`away-${tone}`} title={`${title} ${words}`}>
              <span className={`pi ${icon}`} aria-hidden="true" />
              <span className="away-words">
                <Link to={to}>{title}</Link> <span className="muted">{words}</span>
              </span>
            </li>
          );
        })}
        {folded > 0 && (
          <li>
            <Button kind="quiet" small icon="pi-angle-down" onClick={() => setWhole(true)}>
              {groupedText(folded + away.more)} more
            </Button>
          </li>
        )}
        {folded === 0 && away.more > 0 && (
          <li>
            <Link to={restOf(away)}>and {groupedText(away.more)} more</Link>
          </li>
        )}
      </ul>
    </section>
  );
}

interface WhileAwayProps {
  /** There is an answer, or none to be had. */
  onKnown: () => void;
  onClose: () => void;
}

/** What happened since the operator was here last, from the sign-in until they close it; nothing where that is nothing. */
export default function WhileAway({ onKnown, onClose }: WhileAwayProps) {
  const [away, setAway] = useState<Away | null>(null);
  const report = useRef({ onKnown, onClose });
  useEffect(() => {
    void call(readWhileAway, {}, { quiet: true }).then((outcome) => {
      if (outcome.is !== "done") return report.current.onKnown();
      setAway(outcome.reply.away);
      if (outcome.reply.away) report.current.onKnown();
      else report.current.onClose();
    });
  }, []);
  return away && <Panel away={away} onClose={onClose} />;
}
