import { readSettings } from "#shared/settings/settings.api.ts";
import { type Settings, settingsId } from "#shared/settings/settings.schema.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { newer } from "../../live/records.ts";

/** Settings of the whole console, kept up to date. */
export const settingsAtom = liveAtom<Settings>({
  rooms: [`settings/${settingsId}`],
  load: loadBy(readSettings, {}, ({ settings }) => settings),
  handlers: { "settings.changed": (known, incoming) => newer(known, incoming) },
});
