import { useEffect, useState } from "react";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import { call } from "../http/call.ts";
import type { KnownEndpoint } from "../http/request.ts";

/**
 * One answer, loaded when the component is first drawn: undefined until it is here, null if there is none. Null as
 * input requests nothing. No alert is shown: the component says what is missing. Another input needs another `key`.
 */
export function useReply<E extends KnownEndpoint>(
  endpoint: E,
  input: CallInput<E> | null,
): CallReply<E> | null | undefined {
  const [first] = useState({ endpoint, input });
  const [reply, setReply] = useState<CallReply<E> | null | undefined>(input === null ? null : undefined);
  useEffect(() => {
    if (first.input === null) return;
    void call(first.endpoint, first.input, { quiet: true }).then((outcome) =>
      setReply(outcome.is === "done" ? outcome.reply : null),
    );
  }, [first]);
  return reply;
}
