import type { CallInput } from "#shared/http/endpoint.ts";
import { actionKey } from "./action-keys.ts";
import { type CallOptions, call } from "./call.ts";
import type { KnownEndpoint, Outcome } from "./request.ts";

/** A call under a key of its own: the same one again, after no answer and within `keptMs`, is still one action. */
export const callOnce = async <E extends KnownEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { keptMs, ...options }: CallOptions & { keptMs?: number } = {},
): Promise<Outcome<E>> => {
  const { headers, answered } = actionKey({ [endpoint.path]: input }, keptMs);
  const outcome = await call(endpoint, input, { ...options, headers });
  if (outcome.is !== "failed") answered();
  return outcome;
};
