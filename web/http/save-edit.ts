import type * as z from "zod";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import { addAlertAtom } from "../state/alerts.atoms.ts";
import { store } from "../state/jotai.ts";
import { tokenAtom } from "../state/session.atoms.ts";
import { call } from "./call.ts";
import type { KnownEndpoint } from "./request.ts";

/** What a write of this endpoint answers under the record's key; a refusal as stale carries the same. */
type Written<E, Key extends string> = CallReply<E>[Key & keyof CallReply<E>];

/** An endpoint that answers under this key. */
type Answers<E, Key extends string> = E &
  (Key extends keyof CallReply<E> ? unknown : { "its reply does not carry the record": never });

/** What an edit was made on. */
export interface MadeOn<R> {
  rev: number;
  /** The record was changed meanwhile, but not in what is edited here. */
  isUntouched: (present: R) => boolean;
}

interface Edit<E extends KnownEndpoint, Key extends string> extends MadeOn<Written<E, Key>> {
  /** The record's definition. */
  record: { key: Key };
  endpoint: E;
  /** What is sent with this `rev`. */
  input: (rev: number) => CallInput<E>;
  /** Another success notice than the endpoint's; null is none. */
  notice?: string | null;
  /** What is sent beside it, such as the key of an action. */
  headers?: (rev: number) => Record<string, string>;
  /** Shows no alert: one of several, whose ends are reported together. */
  quiet?: boolean;
}

/** The result of every edit of the console. Notices and alerts have been shown. */
export type Edited<R> =
  | { is: "saved"; record: R }
  /** Somebody else was first: the record as it is now. */
  | { is: "stale"; record: R }
  /**
   * The server refused, with its own text. `taken`: another record has the value that must be unique. `needsSecond`:
   * another operator may approve it, which the saving form shows.
   */
  | { is: "refused"; error: string; taken: boolean; needsSecond?: boolean }
  /** The server could not answer, or its answer could not be read: nobody knows whether it was done. */
  | { is: "failed"; error: string };

/** Somebody who saves over and over is not outrun for ever. */
const tries = 5;

/**
 * Saves an edit over the `rev` that it was made on (409 when that is no longer the present one). Where others changed
 * the same record, but not what is edited here, nobody has to decide anything: it is saved over theirs at once.
 */
export const saveEdit = async <E extends KnownEndpoint, const Key extends string>(
  edit: Edit<E, Key>,
): Promise<Edited<Written<E, Key>>> => {
  const { key } = edit.record;
  const schema = edit.endpoint.reply.shape[key] as z.ZodType<Written<E, Key> & { rev: number }>;
  const begunWith = store.get(tokenAtom);
  let { rev } = edit;
  for (let left = tries; ; left -= 1) {
    const outcome = await call(edit.endpoint, edit.input(rev), {
      notice: edit.notice,
      showsRefusal: true,
      ...(edit.quiet === undefined ? {} : { quiet: edit.quiet }),
      headers: edit.headers?.(rev),
    });
    if (outcome.is === "done")
      return { is: "saved", record: outcome.reply[key as keyof CallReply<E>] as Written<E, Key> };
    if (outcome.is === "failed") return { is: "failed", error: outcome.error };
    const { status, data, error } = outcome;
    const present = status === 409 ? schema.safeParse(data[key]) : null;
    // Somebody else may have signed in here meanwhile: nothing is saved as theirs, nor shown to them.
    if (store.get(tokenAtom) !== begunWith) return { is: "refused", error, taken: false };
    if (present?.success && present.data.rev !== rev && left > 1 && edit.isUntouched(present.data)) {
      rev = present.data.rev;
      continue;
    }
    if (data.needsSecondPerson === true) return { is: "refused", error, taken: false, needsSecond: true };
    if (status !== 401 && !edit.quiet) store.set(addAlertAtom, { kind: "danger", text: error });
    if (present?.success) return { is: "stale", record: present.data };
    return { is: "refused", error, taken: status === 409 };
  }
};

/** What may be changed by an endpoint that names its record in the path. */
type ChangeOf<E> =
  CallInput<E> extends { params?: { id: string } | undefined; body: infer Body extends { rev?: number } }
    ? Omit<Body, "rev">
    : never;

/** What an edit of one record was made on. */
export type MadeOnRecord<R> = MadeOn<R> & { _id: string; quiet?: boolean };

/** `saveEdit` where the path names the record and the body is what changed, with the `rev` that it was made on. */
export const saveBy =
  <E extends KnownEndpoint, const Key extends string>(endpoint: Answers<E, Key>, record: { key: Key }) =>
  (change: ChangeOf<E>, { _id: id, ...madeOn }: MadeOnRecord<Written<E, Key>>): Promise<Edited<Written<E, Key>>> =>
    saveEdit<E, Key>({
      ...madeOn,
      endpoint,
      record,
      // There is one record of settings, which no path names.
      input: (rev) => ({ params: endpoint.params && { id }, body: { ...change, rev } }) as unknown as CallInput<E>,
    });

/** Adds a record: it ends as every edit does. */
export const saveNew = async <E extends KnownEndpoint, R>(
  endpoint: E,
  input: CallInput<E>,
  recordIn: (reply: CallReply<E>) => R,
  options: { headers?: Record<string, string> } = {},
): Promise<Edited<R>> => {
  const outcome = await call(endpoint, input, options);
  if (outcome.is === "done") return { is: "saved", record: recordIn(outcome.reply) };
  if (outcome.is === "failed") return { is: "failed", error: outcome.error };
  return { is: "refused", error: outcome.error, taken: outcome.status === 409 };
};

/** `saveNew` where the body is the new record. */
export const addBy =
  <E extends KnownEndpoint, const Key extends string>(endpoint: Answers<E, Key>, { key }: { key: Key }) =>
  (body: CallInput<E>["body"]): Promise<Edited<Written<E, Key>>> =>
    saveNew(endpoint, { body } as CallInput<E>, (reply) => reply[key as keyof CallReply<E>] as Written<E, Key>);
