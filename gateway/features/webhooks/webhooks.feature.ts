import * as api from "#shared/webhooks/webhook.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createWebhooksService } from "./webhooks.service.ts";

/** Endpoints of others to which events are sent. */
export const webhooksFeature: Feature = (app, parts) => {
  const webhooks = createWebhooksService(parts);
  route(app, api.listWebhooks, (call) => webhooks.list(operatorOf(call)));
  route(app, api.addWebhook, (call) => webhooks.add(operatorOf(call), call.actor, call.body));
  route(app, api.changeWebhook, (call) => webhooks.change(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, api.removeWebhook, (call) => webhooks.remove(operatorOf(call), call.actor, call.params.id));
  route(app, api.rotateWebhookSecret, (call) => webhooks.rotate(operatorOf(call), call.actor, call.params.id));
  route(app, api.testWebhook, (call) => webhooks.test(operatorOf(call), call.params.id));
  route(app, api.listDeliveries, (call) => webhooks.deliveries(operatorOf(call), call.params.id, call.query));
  route(app, api.readDelivery, (call) => webhooks.delivery(operatorOf(call), call.params));
  route(app, api.sendAgain, (call) => webhooks.sendAgain(operatorOf(call), call.actor, call.params));
  route(app, api.sendFailedAgain, (call) =>
    webhooks.sendFailedAgain(operatorOf(call), call.actor, { id: call.params.id, since: call.body.since }),
  );
};
