import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { UserFile } from "#shared/users/user-file.schema.ts";
import { cansOf, type Today } from "../cans/cans.view.ts";
import { depositOf } from "../deposits/deposits.view.ts";
import { penaltiesOf } from "../penalties/penalties.view.ts";
import { createUsersRepository, noNote } from "./users.repository.ts";
import { noteView, userView } from "./users.view.ts";

/** A user with everything that their page shows at once, at one moment. */
export const userFileOf = async (
  mongo: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: UserDocument,
  today: Today["today"],
): Promise<UserFile> => {
  const { _id } = user;
  return {
    user: userView(user),
    deposit: await depositOf(mongo, dbSession, _id),
    cans: await cansOf(mongo, dbSession, _id, { today }),
    penalties: await penaltiesOf(mongo, dbSession, _id),
    note: noteView((await createUsersRepository(mongo).note(dbSession, _id)) ?? noNote(_id)),
  };
};
