import type { UserDocument } from "#shared/users/people.document.server.ts";
import * as api from "#shared/users/user.api.ts";
import { User } from "#shared/users/user.schema.ts";
import { operatorOf } from "../../http/login.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { createPhoneMessages } from "../auth/phone-messages.ts";
import { createCommanding } from "../control-units/commanding.ts";
import { userPages } from "./user.list.ts";
import { createUserData } from "./user-data.ts";
import { createUsersService } from "./users.service.ts";
import { userView } from "./users.view.ts";

/** Users: found, listed, edited, suspended, and what is noted about them. */
export const usersFeature: Feature = (app, parts) => {
  const users = createUsersService({
    ...parts,
    messages: createPhoneMessages(parts),
    commanding: createCommanding(parts),
  });
  const data = createUserData(parts);
  const shown = { key: "users", row: User, show: async (found: UserDocument[]) => found.map(userView) } as const;
  route(app, api.listUsers, servePaged(parts.pages, userPages, shown));
  route(app, api.findUsers, ({ query }) => users.find(query));
  route(app, api.readUser, ({ params }) => users.read(params.id));
  route(app, api.readUserData, ({ actor, params }) => data(actor, params.id));
  route(app, api.changeUser, (call) => users.change(operatorOf(call), call.actor, call.params.id, call.body));
  route(app, api.changeNote, (call) => users.changeNote(operatorOf(call), call.actor, call.params.id, call.body));
};
