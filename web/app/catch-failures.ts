import { showFailureAtom } from "../state/failures.atoms.ts";
import type { Store } from "../state/jotai.ts";

/** The browser's own notes, which come as errors and concern nobody. */
const isNote = (message: string): boolean => message.startsWith("ResizeObserver loop");
const isAborted = (error: unknown): boolean => error instanceof DOMException && error.name === "AbortError";

/** The net under every handler: shows uncaught errors to the operator. Returns its removal. */
export function catchFailures(store: Store): () => void {
  const thrown = ({ error, message }: ErrorEvent) => {
    if (!isNote(message)) store.set(showFailureAtom, error ?? message);
  };
  const rejected = ({ reason }: PromiseRejectionEvent) => {
    if (!isAborted(reason)) store.set(showFailureAtom, reason);
  };
  window.addEventListener("error", thrown);
  window.addEventListener("unhandledrejection", rejected);
  return () => {
    window.removeEventListener("error", thrown);
    window.removeEventListener("unhandledrejection", rejected);
  };
}
