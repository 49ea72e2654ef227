import type * as z from "zod";
import type { CallInput } from "#shared/http/endpoint.ts";
import { addAlertAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { call } from "./call.ts";
import type { KnownEndpoint, Outcome } from "./request.ts";

interface Edit<E extends KnownEndpoint, R extends { rev: number }> {
  endpoint: E;
  /** What is sent with this `rev`. */
  input: (rev: number) => CallInput<E>;
  /** The one that the edit was made on. */
  rev: number;
  recordIn: (reply: Extract<Outcome<E>, { is: "done" }>["reply"]) => R;
  /** Where a refusal as stale carries the record as it is now, and what it is. */
  present: { name: string; schema: z.ZodType<R> };
  /** The record was changed meanwhile, but not in what is edited here. */
  isUntouched: (present: R) => boolean;
  /** Another success notice than the endpoint's; null is none. */
  notice?: string | null;
  /** What is sent beside it, such as the key of a deed. */
  headers?: (rev: number) => Record<string, string>;
}

export type Edited<R> =
  | { is: "saved"; record: R }
  /** Somebody else was first: the record as it is now. */
  | { is: "stale"; record: R }
  /** `taken`: another record holds what must be unique. The alert has been shown. */
  | { is: "refused"; error: string; taken: boolean };

/** Somebody who saves over and over is not outrun for ever. */
const tries = 5;

/**
 * Saves an edit over the `rev` that it was made on (409 when that is no longer the present one). Where others changed
 * the same record, but not what is edited here, nobody has to decide anything: it is saved over theirs at once.
 */
export const saveEdit = async <E extends KnownEndpoint, R extends { rev: number }>(
  edit: Edit<E, R>,
): Promise<Edited<R>> => {
  let { rev } = edit;
  for (let left = tries; ; left -= 1) {
    const outcome = await call(edit.endpoint, edit.input(rev), {
      notice: edit.notice,
      showsRefusal: true,
      headers: edit.headers?.(rev),
    });
    if (outcome.is === "done") return { is: "saved", record: edit.recordIn(outcome.reply) };
    if (outcome.is === "failed") return { is: "refused", error: outcome.error, taken: false };
    const { status, data, error } = outcome;
    const present = status === 409 ? edit.present.schema.safeParse(data[edit.present.name]) : null;
    if (present?.success && present.data.rev !== rev && left > 1 && edit.isUntouched(present.data)) {
      rev = present.data.rev;
      continue;
    }
    if (status !== 401) store.set(addAlertAtom, { kind: "danger", text: error });
    if (present?.success) return { is: "stale", record: present.data };
    return { is: "refused", error, taken: status === 409 };
  }
};
