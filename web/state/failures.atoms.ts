import { addAlertAtom } from "./alerts.atoms.ts";
import { atom } from "./jotai.ts";

/** Longer than other alerts: nobody waits for one, and people report it. */
const failureMs = 8_000;

/** A page's code that cannot be fetched: after an update of the server its old chunks are gone. */
export const isMissingCode = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|error loading/i.test(error.message);

const wordsOf = (error: unknown): string => {
  if (isMissingCode(error)) return "A part of the console could not be loaded: reload the page";
  const why = error instanceof Error ? error.message : String(error);
  return `The console could not do this: ${why}`;
};

/**
 * What the console itself failed at, rather than the server: shown as an alert, and in the browser's own console with
 * its stack.
 */
export const showFailureAtom = atom(null, (_get, set, error: unknown) => {
  console.error(error);
  set(addAlertAtom, { kind: "danger", text: wordsOf(error), ms: failureMs });
});
