import { randomBytes } from "node:crypto";
import type { ProviderDispute } from "#shared/payments/provider.server.ts";
import { signatureOf } from "#shared/payments/signature.server.ts";
import type { Noticing } from "./behaviours.ts";
import type { PlayedPayment } from "./books.ts";

export interface NoticeTarget {
  /** Where the notices go. */
  url: string;
  secret: string;
  /** The one that was valid before. */
  formerSecret: string;
}

/** A notice as it is sent: the same bytes and the same id each time. */
interface Notice {
  id: string;
  body: string;
}

/** Not taken in this time, or refused: sent again after growing pauses, and given up at last. */
const answerMs = 5_000;
const pausesMs = [1_000, 3_000, 10_000, 30_000, 60_000];

export const noticeOf = (event: string, { shown }: PlayedPayment, dispute: ProviderDispute | null = null): Notice => {
  const entity = { entity: "payment", fee: null, ...shown, notes: [], tax: null, email: null };
  const created_at = Math.floor(Date.now() / 1_000);
  const payload = { payment: { entity }, ...(dispute ? { dispute: { entity: dispute } } : {}) };
  const said = { entity: "event", account_id: "acc_Trial", event, contains: Object.keys(payload), payload, created_at };
  return { id: `evt_${randomBytes(7).toString("hex")}`, body: JSON.stringify(said) };
};

/** Sends notices as they are sent to a webhook: at least once, signed, without being waited for. */
export const createNoticeSender = (targetNow: () => NoticeTarget | null, signal: AbortSignal) => {
  const waiting = new Set<NodeJS.Timeout>();
  signal.addEventListener("abort", () => {
    for (const timer of waiting) clearTimeout(timer);
  });

  const secretFor = (how: Noticing, { secret, formerSecret }: NoticeTarget) => {
    if (how === "wrongly signed") return "nobody's secret";
    return how === "signed by the secret before" ? formerSecret : secret;
  };

  const send = async (notice: Notice, how: Noticing, tries = 0): Promise<void> => {
    const target = targetNow();
    if (!target || signal.aborted) return;
    const headers = {
      "content-type": "application/json",
      "x-razorpay-signature": signatureOf(Buffer.from(notice.body), secretFor(how, target)),
      "x-razorpay-event-id": notice.id,
    };
    const limits = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const taken = await fetch(target.url, { method: "POST", headers, body: notice.body, signal: limits }).then(
      (response) => response.ok,
      () => false,
    );
    const pause = pausesMs[tries];
    if (taken || pause === undefined || signal.aborted) return;
    const timer = setTimeout(() => {
      waiting.delete(timer);
      void send(notice, how, tries + 1);
    }, pause);
    waiting.add(timer);
  };

  return {
    /** Sends the notices of one payment in the order of their events. Resolves when each was tried once. */
    notify: async (notices: Notice[], how: Noticing): Promise<void> => {
      if (how === "lost") return;
      const inOrder = how === "backwards" ? [...notices].reverse() : notices;
      for (const notice of inOrder)
        await Promise.all(Array.from({ length: how === "ten times" ? 10 : 1 }, () => send(notice, how)));
    },
  };
};
