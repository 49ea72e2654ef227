import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import { call, waitsAhead } from "../http/call.ts";
import type { KnownEndpoint } from "../http/request.ts";
import type { Loaded, LoadHow } from "./follow.ts";

/**
 * The load of a followed page: one call, and which part of its reply the page shows. The first load alerts when it
 * fails; one that the operator requested says how it ended (specification: Notices); one that nobody requested says
 * nothing, nor does one that `isQuiet`.
 */
export const loadBy = <E extends KnownEndpoint, T>(
  endpoint: E,
  input: CallInput<E>,
  pick: (reply: CallReply<E>) => T,
  { isQuiet = false }: { isQuiet?: boolean } = {},
) => {
  const load = async ({ again, requested, signal, early = false }: LoadHow): Promise<Loaded<T>> => {
    const how = { quiet: isQuiet || (again && !requested), signal, early, ...(requested ? {} : { notice: null }) };
    const outcome = await call(endpoint, input, how);
    if (outcome.is !== "done") return { error: outcome.error, refused: outcome.is === "refused" };
    const { asOf } = outcome.reply as { asOf?: string };
    // Without a time of its own the reply is as old as can be: all events are applied to it.
    return { data: pick(outcome.reply), asOf: asOf ?? "" };
  };
  return Object.assign(load, { waitsAhead: () => waitsAhead(endpoint, input) });
};
