import { ObjectId } from "mongodb";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { SettingsDocument } from "#shared/settings/settings.document.server.ts";
import { settingsId } from "#shared/settings/settings.schema.ts";

export const unsetSettings: SettingsDocument = { _id: new ObjectId(settingsId), refundsAlone: null, rev: 0 };

/**
 * For records whose number is limited for all admins together: both writers write the one document of the settings, so
 * the second of two who add one at once counts what the first one added.
 */
export const holdSettings = async (
  dbSession: DbSession,
  { collections: { settings } }: Pick<Mongo, "collections">,
): Promise<void> => {
  const { _id } = unsetSettings;
  const update = { $set: { heldToCount: new ObjectId() }, $setOnInsert: { refundsAlone: null, rev: 0 } };
  await settings.updateOne({ _id }, update, { session: dbSession, upsert: true });
};
