import * as api from "#shared/webhooks/webhook.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createWebhookDeliveries } from "./webhook-deliveries.service.ts";
import { createWebhooksService } from "./webhooks.service.ts";

/** Endpoints of others to which events are sent. */
export const webhooksFeature: Feature = (app, parts) => {
  const webhooks = createWebhooksService(parts);
  const deliveries = createWebhookDeliveries(parts);
  route(app, api.listWebhooks, () => webhooks.list());
  route(app, api.addWebhook, ({ actor, body }) => webhooks.add(actor, body));
  route(app, api.changeWebhook, ({ actor, params, body }) => webhooks.change(actor, params.id, body));
  route(app, api.removeWebhook, ({ actor, params }) => webhooks.remove(actor, params.id));
  route(app, api.rotateWebhookSecret, ({ actor, params }) => webhooks.rotate(actor, params.id));
  route(app, api.testWebhook, ({ params }) => webhooks.test(params.id));
  route(app, api.listDeliveries, ({ params, query }) => deliveries.list(params.id, query));
  route(app, api.readDelivery, ({ params }) => deliveries.read(params));
  route(app, api.sendAgain, ({ actor, params }) => deliveries.sendAgain(actor, params));
  route(app, api.sendFailedAgain, ({ actor, params, body }) =>
    deliveries.sendFailedAgain(actor, { id: params.id, since: body.since }),
  );
};
