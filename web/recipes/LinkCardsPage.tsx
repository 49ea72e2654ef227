import type { ReactNode } from "react";
import { useAtom, type WritableAtom } from "../state/jotai.ts";
import type { Load } from "../state/load.ts";
import { LinkCardBones, LinkCards } from "../ui/LinkCard.tsx";
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

/** The records of a kind as cards that lead to them, true to the moment. */
export function LinkCardsPage<R extends { _id: string }, Option extends string = string>(
  props: LinkCardsPageProps<R, Option>,
) {
  const { atom, card, height, narrow, ...page } = props;
  const [load, send] = useAtom(atom);
  return (
    <CardListPage
      {...page}
      of={load}
      onRetry={() => send({ do: "retry" })}
      bones={<LinkCardBones height={height} narrow={narrow} />}
    >
      {(shown) => (
        <LinkCards label={page.title} of={shown} narrow={narrow}>
          {card}
        </LinkCards>
      )}
    </CardListPage>
  );
}
