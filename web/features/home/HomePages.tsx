import { useMemo } from "react";
import { presenceFacts } from "#shared/machines/machine.rules.ts";
import { judgedAtom } from "../../live/judged.ts";
import { CardList } from "../../recipes/CardListPage.tsx";
import { useFollowedPage } from "../../recipes/use-followed-page.ts";
import { useKept } from "../../recipes/use-paged-list.ts";
import { wholeMachines } from "../../records/machines.atoms.ts";
import { useAtomValue } from "../../state/jotai.ts";
import { countText } from "../../ui/count-text.ts";
import { useListState } from "../../ui/list-state.ts";
import { PastLastPage } from "../../ui/table/PastLastPage.tsx";
import { PagesFoot } from "../../ui/table/TableFoot.tsx";
import { type HomeState, homeStates } from "./find-cards.ts";
import { homeFrame, useAboveCards } from "./home-frame.tsx";
import { type HomeQuery, homePages } from "./home-pages.ts";
import { TileBones, TileGrid } from "./TileGrid.tsx";

export const { firstAtom } = homePages;

const options = { filters: { q: "", state: "All" }, choices: { state: homeStates } };

const queryOf = (list: { page: number; filters: { q: string; state: string } }): HomeQuery => {
  const { q, state } = list.filters;
  return {
    page: String(list.page),
    q: q.slice(0, 64) || undefined,
    state: state === "All" ? undefined : (state as Exclude<HomeState, "All">),
  };
};

/** The same of more machines than are loaded at once: the server finds, orders and counts them. */
export default function HomePages() {
  const { besides, notice } = useAboveCards();
  const list = useListState(options);
  const { page, rowsAtom, refresh } = useFollowedPage({
    source: homePages,
    whole: wholeMachines,
    query: queryOf(list),
    key: list.key,
  });
  const judged = useKept(useAtomValue(useMemo(() => judgedAtom(rowsAtom, presenceFacts), [rowsAtom])));
  const cards = useMemo(() => judged.data?.map((one) => ({ ...one, stock: one.record.stock })), [judged.data]);
  const { data } = page;
  const { pending, inRow } = besides(data !== undefined);
  const more = data && {
    "Sold out": data.soldOutBrands > 0 ? countText(data.soldOutBrands, "brand") : "",
    Failures: data.failures > 0 ? countText(data.failures, "container") : "",
  };
  const isPast = data !== undefined && data.total > 0 && data.rows.length === 0;
  return (
    <CardList
      {...homeFrame}
      of={page}
      onRetry={refresh}
      found={{
        list,
        q: list.filters.q,
        chosen: list.filters.state as HomeState,
        counts: data?.counts ?? {},
        more: more ?? {},
      }}
      all={data?.all}
      count={data?.total ?? 0}
      line={data && `${countText(data.all, "vending machine")}, ${data.counts.Online.toLocaleString("en-IN")} online`}
      pending={pending}
      notice={notice}
      view={inRow}
      bones={<TileBones />}
    >
      {isPast ? <PastLastPage list={list} pages={data.pages} /> : <TileGrid cards={cards ?? []} />}
      <PagesFoot of={data} things={homeFrame.things} list={list} />
    </CardList>
  );
}
