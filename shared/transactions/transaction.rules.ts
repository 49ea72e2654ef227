import type { Refused } from "../http/domain-error.ts";
import type { CanStatus } from "./can-status.ts";

interface Can {
  status: CanStatus;
  isLive: boolean;
}

export const takenText = "This can was taken already: its container was seen open";
export const refundedText = "Already refunded";
export const returnedText = "Already returned";
export const liveText = "Its container is being opened right now";

/** "Open Container is offered unless the status is 'opened'" (specification: Can status). */
export const showsOpen = ({ status }: Pick<Can, "status">): boolean => status !== "opened";
/** "Refund Can is offered only when the status is neither 'opened' nor 'failed'." */
export const showsRefund = ({ status }: Pick<Can, "status">): boolean => status === "pending";

const whyOver = (status: CanStatus): string | null => {
  if (status === "opened") return takenText;
  return status === "failed" ? refundedText : null;
};

/** Why its container may not be opened now; null when it may. */
export const whyNotOpen = ({ status, isLive }: Can): string | null => whyOver(status) ?? (isLive ? liveText : null);

/** Why it may not be refunded, whatever its door does; null if it may. A live one may be refunded once it is over. */
export const whyNotRefund = ({ status }: Pick<Can, "status">): string | null => whyOver(status);

/** Why it may not be returned; null when it may. */
export const whyNotReturn = ({ status, returned }: { status: CanStatus; returned: boolean }): Refused | null => {
  if (status !== "opened") return { code: "not-taken", why: "Only a can that was taken can be returned" };
  return returned ? { code: "already-returned", why: returnedText } : null;
};

/** The refusal of a refund while the door may still open. */
export const waitText = (seconds: number): string =>
  `The container may still open: try again in ${Math.max(1, Math.ceil(seconds))} s`;
