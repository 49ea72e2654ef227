import { setTimeout as pause } from "node:timers/promises";
import { DomainError } from "#shared/http/domain-error.ts";
import type { GatewayParts } from "../../parts.ts";

const unlessYou = "If that was not you, tell an admin at once.";

/** Fixed texts, because SMS services want them registered before they send them. They name nobody and carry no secret. */
const notices = {
  "password-changed": `The password of your Cansole account was changed. ${unlessYou}`,
  "phone-changed": `Your Cansole account was moved to another phone number. ${unlessYou}`,
  "email-changed": `The email address of your Cansole account was changed. ${unlessYou}`,
  "operator-changed": `Your Cansole account was used to change who may sign in to the console, or how. ${unlessYou}`,
  "api-key-created": `An API key was created with your Cansole account. ${unlessYou}`,
} as const;
type Notice = keyof typeof notices;

/** What goes to an operator's phone. */
export interface PhoneMessages {
  /** Brings a code to its phone. Throws `unavailable` when it could not. */
  sendCode(phone: string, code: string): Promise<void>;
  /** In the background: the change is done, whether or not the message arrives. */
  notify(phone: string, notice: Notice): void;
}

/** An answer, if only that the far end did not take it. */
class NotTaken extends Error {}

const post = async (url: string, message: object, ms: number) => {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(message),
    signal: AbortSignal.timeout(ms),
    // A redirect would carry the code to an address that nobody configured.
    redirect: "error",
  });
  await answer.body?.cancel();
  if (!answer.ok) throw new NotTaken(`answered ${answer.status}`);
};

type MessageParts = Pick<GatewayParts, "config" | "limits" | "log">;

/**
 * A trial prints each message as a line of its own on standard output. OTP_WEBHOOK_URL is sent `{phone, otp}` or
 * `{phone, notice, text}`, tried again with growing pauses, all within the time that a request may take. Neither phone
 * nor code is ever logged.
 */
export const createPhoneMessages = (
  { config, limits, log }: MessageParts,
  print: (line: string) => void = (line) => process.stdout.write(line),
): PhoneMessages => {
  const url = config.OTP_WEBHOOK_URL;
  const { webhookTries, webhookRetryMs, webhookTryMs } = limits.otp;

  /** False where it was not taken, or not in time. */
  const deliver = async (to: string, message: object, what: string): Promise<boolean> => {
    const deadline = Date.now() + limits.httpMs * 0.8;
    for (let tried = 1; ; tried += 1) {
      const left = deadline - Date.now();
      try {
        await post(to, message, Math.max(1, Math.min(webhookTryMs, left)));
        return true;
      } catch (error) {
        const why = error instanceof NotTaken ? error.message : "did not answer";
        log.warn({ tried, why }, `the ${what} webhook failed`);
        const wait = webhookRetryMs * tried;
        if (tried >= webhookTries || Date.now() + wait >= deadline) return false;
        await pause(wait);
      }
    }
  };

  return {
    sendCode: async (phone, code) => {
      if (url && !(await deliver(url, { phone, otp: code }, "one-time code")))
        throw new DomainError("unavailable", "The OTP could not be sent; try again shortly");
      if (config.trial) print(`OTP ${phone} ${code}\n`);
    },
    notify: (phone, notice) => {
      const text = notices[notice];
      if (config.trial) print(`NOTICE ${text}\n`);
      if (url) void deliver(url, { phone, notice, text }, "notice");
    },
  };
};
