import * as z from "zod";
import { DateBound } from "../http/date-range.ts";
import { callsOf } from "../http/endpoint.ts";
import { ClusterTime, Id, line } from "../http/fields.ts";
import { UpTo } from "../http/long-lists.ts";
import {
  CommandBody,
  LockRow,
  PingRow,
  ResultRow,
  Session,
  TestingFeedback,
  TestMachine,
} from "./control-unit.schema.ts";

const { get, post } = callsOf("control-units");
const sendFailure = "Error: Failed to send command";
const Started = z.object({ sessionId: Id, message: z.string() });

/**
 * Answers at once, with the session that was stored; its progress is published row by row. A machine that is offline is
 * 409: its session has failed by then, and the refusal names it.
 */
const command = <P extends string>(operationId: string, path: P, summary: string) =>
  post(`/control-units/${path}`, {
    operationId,
    summary,
    body: CommandBody,
    idempotent: true,
    reply: Started,
    notice: "Success",
    failure: sendFailure,
  });

export const openContainers = command("openContainers", "open", "Open containers");
export const updateStock = command(
  "updateStock",
  "stock-update",
  "Open containers to fill them; stock does not change",
);
export const requestLockStatus = command("requestLockStatus", "lock-status", "Ask whether containers are locked");
export const checkOpen = command("checkOpen", "check-open", "Ask whether containers stand open");
export const checkLockStatus = command(
  "checkLockStatus",
  "check-lock-status",
  "Ask whether containers are locked, for a test",
);
export const verifyLockClose = command(
  "verifyLockClose",
  "lock-close-verify",
  "Ask whether the containers of a session were closed",
);
export const pingMachine = command("pingMachine", "ping-for-testing", "Ping a control unit");
export const restartMachine = command("restartMachine", "vending-machine-restart", "Restart a control unit");

const params = z.object({ id: Id });

export const readSessionResults = get("/control-units/session-results/:id", {
  operationId: "readSessionResults",
  summary: "A session and the facts of each of its containers",
  params,
  reply: z.object({ sessionResults: z.array(ResultRow), session: Session, asOf: ClusterTime }),
  failure: sendFailure,
});

/** Ends what has not been sent; what was sent already is 409. */
export const cancelSession = post("/control-units/sessions/:id/cancel", {
  operationId: "cancelSession",
  summary: "Cancel a session that has not been sent",
  params,
  body: z.strictObject({}),
  reply: z.object({ session: Session }),
  notice: "Success",
  failure: sendFailure,
});

/** Rows by label or container id; none named is every row that ended badly. A row that did not is 409. */
export const resendSession = post("/control-units/sessions/:id/resend", {
  operationId: "resendSession",
  summary: "Resend the failed rows of a session, as a new session",
  params,
  body: CommandBody.pick({ containers: true }),
  idempotent: true,
  reply: Started,
  notice: "Success",
  failure: sendFailure,
});

export const storeTestingFeedback = post("/control-units/testing-feedback", {
  operationId: "storeTestingFeedback",
  summary: "Store a technician's feedback on a test",
  body: TestingFeedback,
  reply: z.object({ message: z.string() }),
  notice: "Success",
  failure: sendFailure,
});

/** From the first moment of `startDate` (a day of TIME_ZONE) until now; kept for 90 days. */
const ReportBody = z.strictObject({
  vendingMachineId: z.string().trim().min(1, "is required").max(64),
  startDate: DateBound,
});

export const readPingReport = post("/control-units/vending-machine-ping-report", {
  operationId: "readPingReport",
  isLong: true,
  summary: "Live updates and ping answers of a machine since a day",
  body: ReportBody,
  reply: z.object({ pigData: z.array(PingRow) }),
  failure: sendFailure,
});

export const readLockReport = post("/control-units/vending-machine-lock-report", {
  operationId: "readLockReport",
  isLong: true,
  summary: "Lock changes of a machine since a day",
  body: ReportBody,
  reply: z.object({ lockData: z.array(LockRow) }),
  failure: sendFailure,
});

export const listTestMachines = get("/vending-machines/registered-vending-machines-products", {
  operationId: "listTestMachines",
  summary: "Machines with a control unit, and the brands and containers of each",
  /** `vendingMachine`: that machine alone, by its id or vendingMachineId. */
  query: UpTo.extend({ vendingMachine: line(64).optional() }),
  reply: z.object({
    vendingMachines: z.array(TestMachine),
    /** How many machines there are, with and without a unit, where they are more than `upTo`: none is in the answer. */
    total: z.number().int().optional(),
    asOf: ClusterTime,
  }),
  failure: "Failed to get vending machines list",
});
