import * as api from "#shared/account-deletion/account-deletion.api.ts";
import { AccountDeletion } from "#shared/account-deletion/account-deletion.schema.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { createAccountDeletions } from "./account-deletions.service.ts";
import { deletionPages, showDeletions } from "./deletion.list.ts";

/** Customers who want their accounts deleted, and the action itself. */
export const accountDeletionFeature: Feature = (app, parts) => {
  const deletions = createAccountDeletions(parts);
  const shown = { key: "requests", row: AccountDeletion, show: showDeletions(parts.mongo) } as const;
  route(app, api.listAccountDeletions, servePaged(parts.pages, deletionPages, shown));
  route(app, api.listWaitingDeletions, () => deletions.waiting());
  route(app, api.readAccountDeletion, ({ params }) => deletions.read(params.id));
  route(app, api.deleteAccount, ({ actor, params, body }) => deletions.delete(actor, params.id, body.standing));
  route(app, api.requestAccountDeletion, (call) => deletions.send(call, call.body.phone));
};
