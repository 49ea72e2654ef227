import * as api from "#shared/settings/settings.api.ts";
import { settingsRecord } from "#shared/settings/settings.record.ts";
import { route } from "../../http/route.ts";
import { changeRecordIn } from "../../records/change-record.ts";
import type { Feature } from "../../records/feature.ts";
import { unsetSettings } from "../../records/hold-settings.ts";
import { settingsView } from "./settings.view.ts";

const { _id } = unsetSettings;

/** Settings of the whole console. */
export const settingsFeature: Feature = (app, { mongo, audit }) => {
  const { settings } = mongo.collections;
  route(app, api.readSettings, () =>
    mongo.answerAsOf(async (session) => ({
      settings: settingsView((await settings.findOne({ _id }, { session })) ?? unsetSettings),
    })),
  );
  route(app, api.changeSettings, (call) => {
    const { rev, ...fields } = call.body;
    return mongo.inTransaction(async (dbSession) => {
      await settings.updateOne({ _id }, { $setOnInsert: unsetSettings }, { session: dbSession, upsert: true });
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
