import { ObjectId } from "mongodb";
import * as api from "#shared/settings/settings.api.ts";
import type { SettingsDocument } from "#shared/settings/settings.document.server.ts";
import { settingsRecord } from "#shared/settings/settings.record.ts";
import { settingsId } from "#shared/settings/settings.schema.ts";
import { route } from "../../http/route.ts";
import { changeRecordIn } from "../../records/change-record.ts";
import type { Feature } from "../../records/feature.ts";
import { settingsView } from "./settings.view.ts";

const _id = new ObjectId(settingsId);
const unset: SettingsDocument = { _id, refundsAlone: null, rev: 0 };

/** Settings of the whole console. */
export const settingsFeature: Feature = (app, { mongo, audit }) => {
  const { settings } = mongo.collections;
  route(app, api.readSettings, () =>
    mongo.answerAsOf(async (session) => ({
      settings: settingsView((await settings.findOne({ _id }, { session })) ?? unset),
    })),
  );
  route(app, api.changeSettings, (call) => {
    const { rev, ...fields } = call.body;
    return mongo.inTransaction(async (dbSession) => {
      await settings.updateOne({ _id }, { $setOnInsert: unset }, { session: dbSession, upsert: true });
      return changeRecordIn(dbSession, { mongo, audit }, call.actor, {
        definition: settingsRecord,
        id: _id,
        rev,
        fields: () => fields,
        show: settingsView,
      });
    });
  });
};
