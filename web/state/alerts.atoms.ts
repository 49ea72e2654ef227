import { atom } from "./jotai.ts";

export type AlertKind = "success" | "danger" | "info";

export interface Alert {
  id: number;
  kind: AlertKind;
  text: string;
  /** How long it is shown, not counting the time it is hovered or focused. */
  ms: number;
  at: number;
  /** The page that it leads to. */
  to?: string | undefined;
  /** Takes back what it says. */
  undo?: (() => void) | undefined;
  /** The record that `undo` changes. */
  about?: string | undefined;
}

interface NewAlert {
  kind: AlertKind;
  text: string;
  ms?: number;
  to?: string;
  undo?: () => void;
  /** The record that was changed: an earlier notice about it goes, because its Undo would be refused. */
  about?: string;
}

/** 1500 ms, unless an endpoint says otherwise (specification: Constants). */
const defaultAlertMs = 1500;
/** Long enough to see that it was not meant. */
const undoMs = 6_000;
/** What the log keeps; older alerts are forgotten. */
const alertLogLength = 100;

let lastId = 0;

const shownAtom = atom<Alert[]>([]);
const logAtom = atom<Alert[]>([]);
const seenAtom = atom(0);

/** The alerts on the screen, oldest first. */
export const alertsAtom = atom((get) => get(shownAtom));
/** Every alert of this visit, newest first. */
export const alertLogAtom = atom((get) => get(logAtom));
/** Failures that came since the log was last opened. */
export const unseenAlertsAtom = atom((get) => {
  const seen = get(seenAtom);
  return get(logAtom).filter((alert) => alert.kind === "danger" && alert.id > seen).length;
});

export const addAlertAtom = atom(null, (get, set, { kind, text, ms, to, undo, about }: NewAlert) => {
  lastId += 1;
  const shownMs = ms ?? (undo ? undoMs : defaultAlertMs);
  const alert: Alert = { id: lastId, kind, text, ms: shownMs, at: Date.now(), to, undo, about };
  // The same words twice at once are one alert that stays as long as the newer one.
  const isReplaced = (shown: Alert) =>
    (shown.text === text && shown.kind === kind) || (about !== undefined && shown.about === about);
  set(shownAtom, [...get(shownAtom).filter((shown) => !isReplaced(shown)), alert]);
  set(logAtom, [alert, ...get(logAtom)].slice(0, alertLogLength));
});

export const dismissAlertAtom = atom(null, (get, set, id: number) => {
  set(
    shownAtom,
    get(shownAtom).filter((alert) => alert.id !== id),
  );
});

export const markAlertsSeenAtom = atom(null, (_get, set) => set(seenAtom, lastId));

/** The end of a sign-in forgets what its operator saw, and what the next one must not undo. */
export const clearAlertLogAtom = atom(null, (get, set) => {
  set(logAtom, []);
  set(
    shownAtom,
    get(shownAtom).filter(({ undo }) => !undo),
  );
});
