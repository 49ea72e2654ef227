import * as api from "#shared/cans/cans.api.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../../records/feature.ts";
import { createToday } from "../../records/today.ts";
import { createCansService } from "./cans.service.ts";
import { createOwedCans } from "./owed-cans.ts";

/** Cans that users have, and their daily limits, edited by hand; what machines owe to them. */
export const cansFeature: Feature = (app, parts) => {
  const cans = createCansService({ ...parts, today: createToday(parts) });
  const owed = createOwedCans(parts);
  route(app, api.listOwedCans, ({ query }) => owed(query.vendingMachine));
  route(app, api.changeCans, (call) =>
    cans.change(call.actor, call.params.id, call.body, operatorOf(call).operator.role),
  );
  route(app, api.changeCansLimit, ({ actor, params, body }) => cans.changeLimit(actor, params.id, body));
};
