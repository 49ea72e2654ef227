import type { SearchKind } from "#shared/search/search.schema.ts";
import { navGroups } from "../nav-links.ts";
import { type PageName, paths } from "../paths.ts";
import { kinds } from "./kinds.ts";

/** What the palette offers: a page of the navigation, or a record. */
export interface Item {
  kind: "page" | SearchKind;
  /** The page's name, or what the record's page is addressed by. */
  id: string;
  label: string;
  detail: string;
  /** Null for what has none, and for what was not asked for just now. */
  state: string | null;
}

export const keyOf = ({ kind, id }: Pick<Item, "kind" | "id">): string => `${kind}/${id}`;

const upperFirst = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What an item of this kind is called, and many of them. */
export const kindWord = (kind: Item["kind"]): string => (kind === "page" ? "Page" : upperFirst(kinds[kind].words.one));
export const kindHead = (kind: Item["kind"]): string =>
  kind === "page" ? "Pages" : upperFirst(kinds[kind].words.many);

const pageIcons = new Map<string, string>(
  navGroups.flatMap(({ links }) => links.map(({ page, icon }) => [page, icon] as const)),
);
export const iconOf = ({ kind, id }: Item): string =>
  kind === "page" ? (pageIcons.get(id) ?? "pi-file") : kinds[kind].icon;

/** Where it leads. */
export const addressOf = ({ kind, id }: Item): string => (kind === "page" ? paths[id as PageName] : kinds[kind].to(id));
