import type { ReactNode } from "react";
import type { CallInput, CallReply } from "#shared/http/endpoint.ts";
import type { KnownEndpoint } from "../../http/request.ts";
import { Notice } from "../../ui/States.tsx";
import { useReply } from "../use-reply.ts";

/** A case that a link names and that does not wait: what became of it. */
export const GoneNotice = ({ children }: { children: ReactNode }) => (
  <Notice icon="pi-check-circle" isMild>
    {children}
  </Notice>
);

interface GoneCaseProps<E extends KnownEndpoint> {
  /** Reads the record of the case. */
  read: E;
  /** Null where the case has none. */
  input: CallInput<E> | null;
  /** What its record says; null where there is none. */
  children: (reply: CallReply<E> | null) => ReactNode;
}

/** The same, by its record. Give it the case's id as `key`. */
export function GoneCase<E extends KnownEndpoint>({ read, input, children }: GoneCaseProps<E>) {
  const reply = useReply(read, input);
  return <GoneNotice>{reply === undefined ? "This case is not in the list." : children(reply)}</GoneNotice>;
}
