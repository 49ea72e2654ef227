import type { ReactNode } from "react";
import { useAtom, type WritableAtom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { Bone } from "../ui/Bones.tsx";
import { CardListPage, type CardListPageProps } from "./CardListPage.tsx";

type OfCards = "of" | "onRetry" | "bones" | "children";
interface LinkCardsPageProps<R extends { _id: string }, Option extends string>
  extends Omit<CardListPageProps<R, Option>, OfCards> {
  atom: WritableAtom<Load<R[]>, [{ do: "retry" }], void>;
  /** Each leads to its record. */
  card: (record: R) => ReactNode;
  /** How high a card is, nearly. */
  height: number;
  narrow?: boolean;
}

/**
 * The records of a kind as cards that lead to them, kept up to date. Those far from the window cost the browser
 * nothing, so that thousands may stand here.
 */
export function LinkCardsPage<R extends { _id: string }, Option extends string = string>(
  props: LinkCardsPageProps<R, Option>,
) {
  const { atom, card, height, narrow, ...page } = props;
  const [load, send] = useAtom(atom);
  const grid = `link-cards${narrow ? " link-cards-narrow" : ""}`;
  const bones = (
    <div role="status" aria-label="Loading" className={grid}>
      {Array.from({ length: 8 }, (_, at) => at).map((at) => (
        <Bone key={at} height={height} />
      ))}
    </div>
  );
  return (
    <CardListPage {...page} of={load} onRetry={() => send({ do: "retry" })} bones={bones}>
      {(shown) => (
        <ul className={grid} aria-label={page.title}>
          {shown.map((record) => (
            <li key={record._id}>{card(record)}</li>
          ))}
        </ul>
      )}
    </CardListPage>
  );
}
