import type { CallReply } from "#shared/http/endpoint.ts";
import {
  listDeliveries,
  listWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  sendAgain,
  testWebhook,
} from "#shared/webhooks/webhook.api.ts";
import type { Webhook } from "#shared/webhooks/webhook.schema.ts";
import type { DeliveryState, WebhookAnswer, WebhookDelivery } from "#shared/webhooks/webhook-requests.schema.ts";
import { call } from "../../http/call.ts";
import { loadByToken } from "../../http/load-by-token.ts";
import { atom } from "../../state/jotai.ts";
import { loadOfToken } from "../../state/load-of-token.ts";
import { tokenAtom } from "../../state/session.atoms.ts";

/** An endpoint with what was sent to it last. */
export type Endpoint = Webhook & { latest: WebhookDelivery | null };

const withLatest = ({ webhooks, latest }: CallReply<typeof listWebhooks>): Endpoint[] =>
  webhooks.map((one) => ({ ...one, latest: latest.find(({ webhook }) => webhook === one._id)?.delivery ?? null }));

const { shownAtom, loadAtom } = loadByToken(listWebhooks, withLatest, { quiet: true });

/** All endpoints, the newest first. Never published: loaded when the page opens, and after its actions. */
export const webhooksAtom = atom((get) => get(shownAtom));

export const loadWebhooksAtom = loadAtom;

/** The name of an endpoint, or where it is where nobody named it. */
export const nameOf = ({ description, address }: Pick<Webhook, "description" | "address">): string =>
  description || new URL(address).host;

/** A secret that was just made: nobody is shown it again. */
export interface FreshSecret {
  name: string;
  secret: string;
}

export const rotateAtom = atom(null, async (_get, set, webhook: Webhook): Promise<FreshSecret | null> => {
  const outcome = await call(rotateWebhookSecret, { params: { id: webhook._id } });
  await set(loadWebhooksAtom);
  return outcome.is === "done" ? { name: nameOf(webhook), secret: outcome.reply.secret } : null;
});

export const removeAtom = atom(null, async (_get, set, id: string) => {
  await call(removeWebhook, { params: { id } });
  // Done or not, what stands is shown.
  await set(loadWebhooksAtom);
});

/** Sends a ping; null where the call itself failed, which was shown. */
export const ping = async (id: string): Promise<WebhookAnswer | null> => {
  const outcome = await call(testWebhook, { params: { id } });
  return outcome.is === "done" ? outcome.reply.answer : null;
};

/** Whose log is shown, and of which state alone. */
interface LogFilter {
  webhook: string;
  state: DeliveryState | undefined;
}
type Log = CallReply<typeof listDeliveries>;

const shownLogAtom = loadOfToken<Log>();
const wantedAtom = atom<LogFilter | null>(null);
export const logAtom = atom((get) => get(shownLogAtom));

/** From the newest on; or, with the cursor of the page before, what is older beneath what is shown. */
export const loadLogAtom = atom(null, async (get, set, filter: LogFilter, cursor?: string) => {
  set(wantedAtom, filter);
  const token = get(tokenAtom);
  const { webhook: id, state } = filter;
  const outcome = await call(listDeliveries, { params: { id }, query: { state, cursor } }, { quiet: true });
  if (get(tokenAtom) !== token || get(wantedAtom) !== filter) return;
  const { data: before } = get(shownLogAtom);
  if (outcome.is !== "done") set(shownLogAtom, { state: "failed", error: outcome.error, data: before });
  else if (!cursor) set(shownLogAtom, { state: "ready", data: outcome.reply });
  else
    set(shownLogAtom, {
      state: "ready",
      data: { ...outcome.reply, deliveries: [...(before?.deliveries ?? []), ...outcome.reply.deliveries] },
    });
});

export const sendAgainAtom = atom(null, async (_get, set, filter: LogFilter, delivery: string) => {
  await call(sendAgain, { params: { id: filter.webhook, delivery } });
  await set(loadLogAtom, filter);
});
