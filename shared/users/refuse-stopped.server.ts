import { DomainError } from "../http/domain-error.ts";
import type { UserDocument } from "./people.document.server.ts";

/** Throws `unavailable` for an operator whose access an admin is just changing; `now` in milliseconds since 1970. */
export const refuseStopped = ({ stoppedUntil }: Pick<UserDocument, "stoppedUntil">, now: number): void => {
  if (stoppedUntil && stoppedUntil.getTime() > now)
    throw new DomainError("unavailable", "This operator's access is just being changed; try again shortly");
};
