import type * as z from "zod";
import { accountDeletionRecord } from "../account-deletion/account-deletion.record.ts";
import { alarmRecord } from "../alarms/alarm.record.ts";
import { apiKeyRecord } from "../api-keys/api-key.record.ts";
import { approvalRecord } from "../approvals/approval.record.ts";
import { cansRecord } from "../cans/cans.record.ts";
import { containerRecord } from "../containers/container.record.ts";
import { depositRecord } from "../deposits/deposit.record.ts";
import { jobRecord } from "../jobs/job.record.ts";
import { machineRecord } from "../machines/machine.record.ts";
import { orderRecord } from "../orders/order.record.ts";
import { penaltyRecord } from "../penalties/penalty.record.ts";
import { productRecord } from "../products/product.record.ts";
import { profileRecord } from "../profiles/profile.record.ts";
import { reconciliationRecord } from "../reconciliation/reconciliation.record.ts";
import { regionRecord } from "../regions/region.record.ts";
import { requestRecord } from "../registration/request.record.ts";
import { unitRecord } from "../registration/unit.record.ts";
import { reportRecord } from "../reports/report.record.ts";
import { reportScheduleRecord } from "../reports/schedule.record.ts";
import { salesRecord } from "../sales/sales.record.ts";
import { settingsRecord } from "../settings/settings.record.ts";
import { transactionRecord } from "../transactions/transaction.record.ts";
import { noteRecord } from "../users/note.record.ts";
import { userRecord } from "../users/user.record.ts";
import { webhookRecord } from "../webhooks/webhook.record.ts";
import type { Gone } from "./record.ts";

/** All record definitions. */
export const records = [
  machineRecord,
  profileRecord,
  productRecord,
  regionRecord,
  containerRecord,
  unitRecord,
  requestRecord,
  userRecord,
  noteRecord,
  depositRecord,
  cansRecord,
  penaltyRecord,
  transactionRecord,
  apiKeyRecord,
  orderRecord,
  reconciliationRecord,
  settingsRecord,
  jobRecord,
  reportRecord,
  reportScheduleRecord,
  salesRecord,
  accountDeletionRecord,
  approvalRecord,
  alarmRecord,
  webhookRecord,
] as const;

export type RecordDefinition = (typeof records)[number];
export type RecordName = RecordDefinition["name"];
export type DefinitionOf<N extends RecordName> = Extract<RecordDefinition, { name: N }>;
/** A record on the wire. */
export type ViewOf<C extends { view: z.ZodType }> = z.output<C["view"]>;
/** Payload of its removal event. */
export type RemovedOf<C extends { view: z.ZodType; keepsBefore: boolean }> = C["keepsBefore"] extends true
  ? C["view"]
  : typeof Gone;
