import { useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type Alert, type AlertKind, alertsAtom, dismissAlertAtom } from "../state/alerts.atoms.ts";
import { useAtomValue, useSetAtom } from "../state/jotai.ts";

export const alertSigns: Record<AlertKind, { icon: string; word: string }> = {
  success: { icon: "pi-check-circle", word: "Done" },
  danger: { icon: "pi-times-circle", word: "Failed" },
  info: { icon: "pi-info-circle", word: "Note" },
};

/** Calls `end` after `ms`, not counting the time it is held. */
function useTimeOnScreen(ms: number, held: boolean, end: () => void): void {
  const left = useRef(ms);
  const ending = useRef(end);
  ending.current = end;
  useEffect(() => {
    if (held) return;
    const began = Date.now();
    const timer = setTimeout(() => ending.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (Date.now() - began));
    };
  }, [held]);
}

function Toast({ alert }: { alert: Alert }) {
  const dismiss = useSetAtom(dismissAlertAtom);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const { icon, word } = alertSigns[alert.kind];
  useTimeOnScreen(alert.ms, hovered || focused, () => dismiss(alert.id));

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering and focusing only stop the timer; the button acts.
    <div
      className={`toast toast-${alert.kind}`}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <span className={`toast-sign pi ${icon}`} aria-hidden="true" />
      <div className="toast-text" role={alert.kind === "danger" ? "alert" : "status"}>
        <span className="unseen">{word}: </span>
        {alert.text}{" "}
        {alert.to && (
          <Link to={alert.to} onClick={() => dismiss(alert.id)}>
            Open
          </Link>
        )}
      </div>
      {alert.undo && (
        <button
          type="button"
          className="toast-undo"
          onClick={() => {
            dismiss(alert.id);
            alert.undo?.();
          }}
        >
          Undo
        </button>
      )}
      <button type="button" className="toast-close" aria-label="Dismiss" onClick={() => dismiss(alert.id)}>
        <span className="pi pi-times" aria-hidden="true" />
      </button>
    </div>
  );
}

/**
 * Timed alerts (specification: Alerts and dialogs), in the browser's top layer, so that a dialog does not cover them.
 */
export function Alerts() {
  const alerts = useAtomValue(alertsAtom);
  const layer = useRef<HTMLElement>(null);
  const newest = alerts.at(-1)?.id;

  // The top layer is ordered by who came last, so an alert that comes while a dialog is open has to come anew.
  useEffect(() => {
    if (newest === undefined) return;
    if (document.querySelector("dialog[open]")) layer.current?.hidePopover();
    if (!layer.current?.matches(":popover-open")) layer.current?.showPopover();
  }, [newest]);

  return (
    <section ref={layer} className="toasts" popover="manual" aria-label="Alerts" aria-live="polite">
      {alerts.map((alert) => (
        <Toast key={alert.id} alert={alert} />
      ))}
    </section>
  );
}
