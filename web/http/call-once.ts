import type { CallInput } from "#shared/http/endpoint.ts";
import { type CallOptions, call } from "./call.ts";
import { deedKey } from "./deed-keys.ts";
import type { KnownEndpoint, Outcome } from "./request.ts";

/** A call under a key of its own: the same one again, after no answer and within `keptMs`, is still one deed. */
export const callOnce = async <E extends KnownEndpoint>(
  endpoint: E,
  input: CallInput<E>,
  { keptMs, ...options }: CallOptions & { keptMs?: number } = {},
): Promise<Outcome<E>> => {
  const { headers, answered } = deedKey({ [endpoint.path]: input }, keptMs);
  const outcome = await call(endpoint, input, { ...options, headers });
  if (outcome.is !== "failed") answered();
  return outcome;
};
