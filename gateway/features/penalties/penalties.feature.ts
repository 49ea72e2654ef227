import * as api from "#shared/penalties/penalty.api.ts";
import { OwedPenalty } from "#shared/penalties/penalty.schema.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { owedPages, showOwed } from "./owed.list.ts";
import { createPenaltiesService } from "./penalties.service.ts";

/** Penalties of users, and those of all that are still owed. */
export const penaltiesFeature: Feature = (app, parts) => {
  const penalties = createPenaltiesService(parts);
  const shown = { key: "penalties", row: OwedPenalty, show: showOwed(parts.mongo) } as const;
  route(app, api.listOwedPenalties, servePaged(parts.pages, owedPages, shown));
  route(app, api.readPenalty, ({ params }) => penalties.read(params.id));
  route(app, api.addPenalty, (call) => penalties.add(call, call.params.id, call.body));
  route(app, api.changePenalty, ({ actor, params, body }) => penalties.change(actor, params.id, body));
};
