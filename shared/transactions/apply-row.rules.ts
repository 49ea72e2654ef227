import type { RowEnd } from "../control-units/control-unit.schema.ts";
import { didNothing, saysBroken } from "../control-units/failed-codes.ts";
import type { CanReview, CanStatus } from "./can-status.ts";

/** What the machine said of one session of a transaction. Sessions are named by their ids as text. */
export interface ReportedRow {
  session: string;
  /** The door was seen open, at that moment (milliseconds). */
  opened: number | null;
  /** Seen closed after that. */
  closed: boolean;
  failed: { code: string | null; message: string | null } | null;
  /** It was sent to the unit, or the unit reported it. */
  sent: boolean;
  end: { end: RowEnd; reason: string | null; code: string | null } | null;
}

/** What a transaction knows so far. */
export interface KnownCan {
  status: CanStatus;
  /** The newest session that was to open it. */
  session: string;
  live: string | null;
  openedIn: string | null;
  closedIn: string | null;
  failedIn: string | null;
  review: CanReview | null;
}

export interface CanChange {
  status?: CanStatus;
  live?: null;
  openedIn?: string;
  closedIn?: string;
  failedIn?: string;
  review?: CanReview;
  containerOpen?: true;
  /** Milliseconds. */
  containerOpenTime?: number;
  containerClose?: true;
  isContainerWorking?: false;
  vendingMachineMessage?: string;
  /** The container was seen open and is to be written as empty. */
  emptyDue?: true;
}

/**
 * What a row changes in its transaction. A door that was seen open makes a pending can opened, however late; after a
 * refund, or for a second container, somebody must look. Each fact is applied once: what operators edit afterwards
 * stays. Nothing here moves a can or money.
 */
export const changeOfRow = (can: KnownCan, row: ReportedRow): CanChange => ({
  ...opening(can, row),
  ...(row.closed && row.opened !== null && can.closedIn === null
    ? { containerClose: true as const, closedIn: row.session }
    : {}),
  ...failing(can, row),
  ...(row.end && can.live === row.session ? { live: null } : {}),
});

const opening = (can: KnownCan, { session, opened }: ReportedRow): CanChange => {
  if (opened === null || can.openedIn === session) return {};
  if (can.openedIn !== null) return { emptyDue: true, ...(can.review === null ? { review: "opened twice" } : {}) };
  const known: CanChange = { openedIn: session, containerOpen: true, containerOpenTime: opened, emptyDue: true };
  if (can.status === "pending") return { ...known, status: "opened" };
  return can.status === "failed" ? { ...known, review: "opened after refund" } : known;
};

const failing = (can: KnownCan, { session, failed, end }: ReportedRow): CanChange => {
  if (failed && can.failedIn !== session)
    return {
      failedIn: session,
      vendingMachineMessage: failed.code ?? failed.message ?? "",
      ...(saysBroken(failed) ? { isContainerWorking: false as const } : {}),
    };
  const endsNow = end && end.end !== "done" && !failed && can.live === session;
  return endsNow ? { vendingMachineMessage: end.code ?? end.reason ?? "" } : {};
};

/**
 * What becomes of the container that a session was to open, once its facts are applied to its transaction; null leaves
 * it as it is. A claim ends with its transaction: where the door may have opened somebody must look into it, so it
 * stays reserved until they say so.
 */
export const containerAfter = (
  status: CanStatus,
  { opened, failed, sent, end }: Pick<ReportedRow, "opened" | "failed" | "sent" | "end">,
): "empty" | "disabled" | "for sale" | "to be checked" | null => {
  if (opened !== null) return "empty";
  if (failed && saysBroken(failed)) return "disabled";
  if (status === "pending" || !end) return null;
  return sent && !(failed && didNothing(failed)) ? "to be checked" : "for sale";
};
