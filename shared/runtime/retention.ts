import { reportDays } from "../reports/report.rules.ts";
import { deliveryDays } from "../webhooks/webhook-requests.schema.ts";
import type { Config } from "./config.ts";

/** What goes after a time; everything else is kept for good. */
export type Kept = "history" | "commands" | "idempotencyKeys" | "reports" | "webhookDeliveries";

/** In seconds. */
export type Retention = Record<Kept, number>;

const daySeconds = 86_400;

/** How long each kind is kept, as the environment says. The migrations give it to MongoDB, which deletes what is older. */
export const retentionOf = ({
  HISTORY_DAYS,
  COMMANDS_DAYS,
  IDEMPOTENCY_KEYS_DAYS,
}: Pick<Config, "HISTORY_DAYS" | "COMMANDS_DAYS" | "IDEMPOTENCY_KEYS_DAYS">): Retention => ({
  history: HISTORY_DAYS * daySeconds,
  commands: COMMANDS_DAYS * daySeconds,
  idempotencyKeys: IDEMPOTENCY_KEYS_DAYS * daySeconds,
  reports: reportDays * daySeconds,
  webhookDeliveries: deliveryDays * daySeconds,
});
