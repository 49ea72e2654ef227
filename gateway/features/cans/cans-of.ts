import type { ObjectId } from "mongodb";
import type { Cans } from "#shared/cans/cans.schema.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import { noCans } from "#shared/users/open-accounts.server.ts";
import { cansView, type Today } from "./cans.view.ts";

/** A user's cans, for views of a user. */
export const cansOf = async (
  { collections: { cans } }: Pick<Mongo, "collections">,
  dbSession: DbSession,
  user: ObjectId,
  today: Today,
): Promise<Cans> =>
  cansView((await cans.findOne({ _id: user }, { session: dbSession })) ?? { _id: user, ...noCans }, today);
