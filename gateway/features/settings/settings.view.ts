import type { SettingsDocument } from "#shared/runtime/documents/settings.ts";
import type { Settings } from "#shared/settings/settings.schema.ts";

export const settingsView = ({ _id, refundsAlone, rev }: SettingsDocument): Settings => ({
  _id: _id.toHexString(),
  refundsAlone,
  rev,
});
