import { addApiKey, endApiKey, listApiKeys } from "#shared/api-keys/api-key.api.ts";
import type { ApiKey, KeyMaker, NewApiKey } from "#shared/api-keys/api-key.schema.ts";
import { call } from "../../http/call.ts";
import { loadByToken } from "../../http/load-by-token.ts";
import { atom } from "../../state/jotai.ts";

/** A key with who made it; null is a command, or a former user. */
export type ShownKey = ApiKey & { maker: KeyMaker | null };

const { shownAtom, loadAtom } = loadByToken(
  listApiKeys,
  ({ apiKeys, makers }): ShownKey[] =>
    apiKeys.map((key) => ({ ...key, maker: makers.find(({ _id }) => _id === key.createdBy) ?? null })),
  { quiet: true },
);

/** All keys, the newest first. Never published: loaded when the page opens, and after its actions. */
export const apiKeysAtom = atom((get) => get(shownAtom));

export const loadApiKeysAtom = loadAtom;

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
