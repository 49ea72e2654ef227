import * as api from "#shared/api-keys/api-key.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createPhoneMessages } from "../auth/phone-messages.ts";
import { createApiKeysService } from "./api-keys.service.ts";

/** Keys of the intake. */
export const apiKeysFeature: Feature = (app, parts) => {
  const keys = createApiKeysService({ ...parts, messages: createPhoneMessages(parts) });
  route(app, api.listApiKeys, () => keys.list());
  route(app, api.addApiKey, (call) => keys.add(operatorOf(call), call.actor, call.body));
  route(app, api.endApiKey, (call) => keys.end(call.actor, call.params.id));
};
