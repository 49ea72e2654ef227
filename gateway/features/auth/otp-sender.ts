import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#shared/http/domain-error.ts";
import type { GatewayParts } from "../../parts.ts";

/** Brings a code to its phone. Throws `unavailable` when it could not. */
export interface OtpSender {
  send(phone: string, code: string): Promise<void>;
}

/** An answer, if only that the far end did not take it. */
class NotTaken extends Error {}

const post = async (url: string, phone: string, otp: string, ms: number) => {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ phone, otp }),
    signal: AbortSignal.timeout(ms),
    // A redirect would carry the code to an address that nobody configured.
    redirect: "error",
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new NotTaken(`answered ${answer.status}`);
};

type SenderParts = Pick<GatewayParts, "config" | "limits" | "log">;

/**
 * A trial prints the code as a line of its own on standard output. OTP_WEBHOOK_URL is sent `{phone, otp}`, tried again
 * with growing pauses, all within the time that the request itself may take. Neither phone nor code is ever logged.
 */
export const createOtpSender = (
  { config, limits, log }: SenderParts,
  print: (line: string) => void = (line) => process.stdout.write(line),
): OtpSender => {
  const url = config.OTP_WEBHOOK_URL;
  const { webhookTries, webhookRetryMs, webhookTryMs } = limits.otp;

  const deliver = async (to: string, phone: string, code: string) => {
    const deadline = Date.now() + limits.httpMs * 0.8;
    for (let tried = 1; ; tried += 1) {
      const left = deadline - Date.now();
      try {
        return await post(to, phone, code, Math.max(1, Math.min(webhookTryMs, left)));
      } catch (error) {
        const why = error instanceof NotTaken ? error.message : "did not answer";
        log.warn({ tried, why }, "the one-time code webhook failed");
        const wait = webhookRetryMs * tried;
        if (tried >= webhookTries || Date.now() + wait >= deadline) {
          throw new DomainError("unavailable", "The OTP could not be sent; try again shortly");
        }
        await pause(wait);
      }
    }
  };

  return {
    send: async (phone, code) => {
      if (url) await deliver(url, phone, code);
      if (config.trial) print(`OTP ${phone} ${code}\n`);
    },
  };
};
