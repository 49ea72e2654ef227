import { addApiKey, endApiKey, listApiKeys } from "#shared/api-keys/api-key.api.ts";
import type { ApiKey, NewApiKey } from "#shared/api-keys/api-key.schema.ts";
import { call } from "../../http/call.ts";
import { atom } from "../../state/jotai.ts";
import { loadOfToken } from "../../state/load-of-token.ts";
import { tokenAtom } from "../../state/session.atoms.ts";

const shownAtom = loadOfToken<ApiKey[]>();

/** All keys, the newest first. Never published: loaded when the page opens, and after its actions. */
export const apiKeysAtom = atom((get) => get(shownAtom));

export const loadApiKeysAtom = atom(null, async (get, set) => {
  const token = get(tokenAtom);
  const outcome = await call(listApiKeys, {}, { quiet: true });
  if (get(tokenAtom) !== token) return;
  if (outcome.is === "done") set(shownAtom, { state: "ready", data: outcome.reply.apiKeys });
  else set(shownAtom, { state: "failed", error: outcome.error, data: get(shownAtom).data });
});

/** A key that was just made; only its hash is kept. */
export interface FreshKey {
  name: string;
  key: string;
}

export const addApiKeyAtom = atom(null, async (_get, set, wanted: NewApiKey): Promise<FreshKey | null> => {
  const outcome = await call(addApiKey, { body: wanted });
  if (outcome.is !== "done") return null;
  await set(loadApiKeysAtom);
  return { name: wanted.name, key: outcome.reply.key };
});

export const endApiKeyAtom = atom(null, async (_get, set, id: string) => {
  await call(endApiKey, { params: { id } });
  // Done or not, what stands is shown.
  await set(loadApiKeysAtom);
});
