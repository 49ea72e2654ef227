import type { SearchKind } from "#shared/search/search.schema.ts";
import { navGroups } from "../nav-links.ts";
import { type PageName, paths } from "../paths.ts";
import { actionIcon, type PaletteAction } from "./actions.ts";
import { kinds } from "./kinds.ts";

/** What the palette offers: a page of the navigation, a record, or an action. */
export interface Item {
  kind: "page" | "action" | SearchKind;
  /** The page's name, or what the record's page is addressed by. */
  id: string;
  label: string;
  detail: string;
  /** Null for what has none, and for what was not loaded just now. */
  state: string | null;
  /** For an action: what is done. */
  action?: PaletteAction;
}

export const keyOf = ({ kind, id }: Pick<Item, "kind" | "id">): string => `${kind}/${id}`;

const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const ownWords: Partial<Record<Item["kind"], { one: string; many: string }>> = {
  page: { one: "page", many: "pages" },
  action: { one: "action", many: "actions" },
};
const wordsOf = (kind: Item["kind"]) => ownWords[kind] ?? kinds[kind as SearchKind].words;

/** What an item of this kind is called, and many of them. */
export const kindWord = (kind: Item["kind"]): string => upperFirst(wordsOf(kind).one);
export const kindHead = (kind: Item["kind"]): string => upperFirst(wordsOf(kind).many);

const pageIcons = new Map<string, string>(
  navGroups.flatMap(({ links }) => links.map(({ page, icon }) => [page, icon] as const)),
);
export const iconOf = ({ kind, id, action }: Item): string => {
  if (action) return actionIcon(action);
  return kind === "page" ? (pageIcons.get(id) ?? "pi-file") : kinds[kind as SearchKind].icon;
};

/** Where a page or a record stands. */
export const addressOf = ({ kind, id }: Item): string =>
  kind === "page" ? paths[id as PageName] : kinds[kind as SearchKind].to(id);

/** Its label is an id or a serial number, read digit by digit. */
export const isCode = ({ kind }: Item): boolean => kind !== "page" && kind !== "action" && kinds[kind].isCode === true;
