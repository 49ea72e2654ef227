import { useEffect, useMemo } from "react";
import { mostWhole } from "#shared/http/long-lists.ts";
import type { KnownEndpoint } from "../http/request.ts";
import { type Atom, atom, type PrimitiveAtom, useAtom, useAtomValue, useSetAtom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import type { FollowedPage, followedPages, PageQuery } from "./followed-pages.ts";
import { useKept } from "./use-paged-list.ts";

/** Back to the whole list only well below its bound: one count of rows may be a few seconds older than the other. */
const fewEnough = mostWhole * 0.95;
const nothing: Load<never[]> = { state: "loading" };
const nothingAtom = atom(nothing);

interface ShortList {
  listAtom: Atom<Load<unknown[]>>;
  manyAtom: PrimitiveAtom<number>;
}

/** Goes back to the whole list once its rows are here. */
function useBackWhenFew({ listAtom, manyAtom }: ShortList, all: number | undefined) {
  const setMany = useSetAtom(manyAtom);
  const isFew = all !== undefined && all <= fewEnough;
  const whole = useAtomValue<Load<unknown[]>>(isFew ? listAtom : nothingAtom);
  const isHere = all === 0 || (isFew && whole.data !== undefined && whole.data.length > 0);
  useEffect(() => {
    if (isHere) setMany(0);
  }, [isHere, setMany]);
}

interface Shown<E extends KnownEndpoint, Row extends { _id: string }, Page extends FollowedPage<Row>> {
  source: ReturnType<typeof followedPages<E, Row, Page>>;
  /** The list of which these are pages. */
  whole: ShortList;
  query: PageQuery<E>;
  /** Says all that the query says. */
  key: string;
}

/** A page of a list that is too long to be loaded whole. `rowsAtom` has its rows as they are now. */
export function useFollowedPage<E extends KnownEndpoint, Row extends { _id: string }, Page extends FollowedPage<Row>>({
  source,
  whole,
  query,
  key,
}: Shown<E, Row, Page>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that the query says.
  const pageAtom = useMemo(() => source.pageAtomOf(query), [source, key]);
  const [page, send] = useAtom(pageAtom);
  const rows = page.data?.rows ?? [];
  const followed = source.keyOf(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the same rows.
  const rowsAtom = useMemo(() => source.rowsAtomOf(pageAtom, rows), [source, pageAtom, followed]);
  useBackWhenFew(whole, page.data?.all);
  return { page: useKept(page), rowsAtom, refresh: () => send({ do: "retry" }) };
}
