import { createHmac } from "node:crypto";
import { ObjectId } from "mongodb";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { reportedLists } from "#shared/reports/reported-lists.ts";
import type { ReportWebhook } from "#shared/runtime/config-webhook.ts";
import type { Mongo } from "#shared/runtime/mongo.ts";
import { answerWithinMs, whyRefused } from "#shared/webhooks/post-event.server.ts";
import { isTimeout, postJson } from "#shared/webhooks/post-json.server.ts";

interface Parts {
  mongo: Pick<Mongo, "collections">;
  webhook: ReportWebhook | null;
  now: () => number;
}

/**
 * The signature of these notifications, which were there before Standard Webhooks and stay as they are: HMAC-SHA256 in
 * hexadecimal of the moment (seconds since 1970), a full stop and the body, so that neither can be changed nor sent
 * again much later. One for each secret.
 */
const postSignature = (body: string, secrets: string[], seconds: number): string => {
  const signed = secrets.map((secret) => createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex"));
  return [`t=${seconds}`, ...signed.map((signature) => `v1=${signature}`)].join(",");
};

/** Which header carries it. */
const signatureHeader = "cansole-signature";

/** The content of a notification: never the report's own content, nor its filters, which may name a customer. */
const bodyOf = ({ _id, by, reportType, list, format, rows, bytes, endedAt, schedule }: ReportDocument, link: string) =>
  JSON.stringify({
    event: "report.ready",
    report: _id.toHexString(),
    operator: by.toHexString(),
    title: reportType ?? reportedLists[list].title,
    format,
    rows,
    bytes,
    repeated: schedule !== undefined,
    readyAt: endedAt,
    link,
  });

/**
 * Notifies REPORT_WEBHOOK_URL that a report is ready. Throws an error without its address, so that the job is tried
 * again.
 */
export const createWebhookSender =
  ({ mongo: { collections }, webhook, now }: Parts) =>
  async (id: string): Promise<void> => {
    const { reports } = collections;
    const report = await reports.findOne({ _id: new ObjectId(id) });
    // Deleted or turned off since: there is no report or no webhook.
    if (!webhook || report?.state !== "done") return;
    const body = bodyOf(report, `${webhook.console}/inventory/v1.2/downloads`);
    const headers = { [signatureHeader]: postSignature(body, webhook.secrets, Math.floor(now() / 1_000)) };
    const status = await postJson({ address: webhook.url, body, headers, timeoutMs: answerWithinMs }).catch(
      (error: Error) => {
        throw new Error(isTimeout(error) ? "The webhook did not answer in time" : "The webhook was not reached");
      },
    );
    // A redirect would lead to an address that nobody configured.
    if (whyRefused(status) !== null) throw new Error(`The webhook answered ${status}`);
    await reports.updateOne({ _id: report._id }, { $unset: { delivery: "" } });
  };
