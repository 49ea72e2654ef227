import * as api from "#shared/cans/cans.api.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createToday } from "../today.ts";
import { createCansService } from "./cans.service.ts";

/** Cans that users have, and their daily limits, edited by hand. */
export const cansFeature: Feature = (app, parts) => {
  const cans = createCansService({ ...parts, today: createToday(parts) });
  route(app, api.changeCans, async ({ actor, params, body }) => ({
    cans: await cans.change(actor, params.id, body),
  }));
  route(app, api.changeCansLimit, async ({ actor, params, body }) => ({
    cans: await cans.changeLimit(actor, params.id, body),
  }));
};
