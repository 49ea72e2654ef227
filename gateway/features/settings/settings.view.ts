import type { SettingsDocument } from "#shared/settings/settings.document.server.ts";
import type { Settings } from "#shared/settings/settings.schema.ts";

export const settingsView = (settings: SettingsDocument): Settings => ({
  _id: settings._id.toHexString(),
  refundsAlone: settings.refundsAlone,
  cansAlone: settings.cansAlone ?? null,
  depositAlone: settings.depositAlone ?? null,
  slotsAlone: settings.slotsAlone ?? null,
  rev: settings.rev,
});
