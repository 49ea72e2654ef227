import * as z from "zod";
import { searchKinds } from "#shared/search/search.schema.ts";
import { readSetting, writeSetting } from "../../state/settings.ts";
import { PaletteAction } from "./actions.ts";
import { actionItem } from "./find-actions.ts";
import { pageItems } from "./find-pages.ts";
import { type Item, keyOf } from "./item.ts";

export const mostRecent = 8;

const Kept = z.object({
  kind: z.enum(["page", "action", ...searchKinds]),
  id: z.string().min(1).max(128),
  label: z.string().min(1).max(200),
  detail: z.string().max(200),
  action: PaletteAction.optional(),
});

/** Names and phones stay in no browser: who opens it next may be somebody else, and the account may be deleted. */
const isPerson = ({ kind }: Pick<Item, "kind">): boolean => kind === "user";

/** A page is called what it is called by now; one that is gone is forgotten, and so is an action that nobody knows. */
const asOfNow = (kept: unknown): Item[] => {
  const { data } = Kept.safeParse(kept);
  if (!data) return [];
  const { action, ...record } = data;
  if (isPerson(record)) return [];
  if (record.kind === "action") return action ? [actionItem(action)] : [];
  if (record.kind !== "page") return [{ ...record, state: null }];
  return pageItems.filter(({ id }) => id === data.id);
};

const parsed = (text: string | null): unknown[] => {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
};

/**
 * What this operator opened from the palette in this browser, latest first; entries that cannot be read are left out.
 */
export const readRecent = (operator: string | null): Item[] => {
  if (operator === null) return [];
  const items = parsed(readSetting(`recent:${operator}`)).flatMap(asOfNow);
  return [...new Map(items.map((item) => [keyOf(item), item])).values()].slice(0, mostRecent);
};

/** A record's state is not kept: it is loaded again. */
export const keepRecent = (operator: string | null, opened: Item): void => {
  if (operator === null || isPerson(opened)) return;
  const others = readRecent(operator).filter((item) => keyOf(item) !== keyOf(opened));
  const kept = [opened, ...others].slice(0, mostRecent);
  writeSetting(
    `recent:${operator}`,
    JSON.stringify(kept.map(({ kind, id, label, detail, action }) => ({ kind, id, label, detail, action }))),
  );
};
