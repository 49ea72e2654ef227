import "./card-list.css";
import type { ReactNode } from "react";
import type { Load } from "../state/load.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { comingText } from "../ui/coming-text.ts";
import { countText } from "../ui/count-text.ts";
import { FilterText } from "../ui/FilterText.tsx";
import { PageHead } from "../ui/PageHead.tsx";
import { Empty, Loadable } from "../ui/States.tsx";
import { SwitchRow } from "../ui/SwitchRow.tsx";
import { type Choice, type Found, useFound } from "./use-found.ts";

export interface CardListPageProps<R, Option extends string> {
  title: string;
  /** What stands here, in lower case: "region", "regions". */
  things: readonly [one: string, many: string];
  of: Load<R[]>;
  onRetry: () => void;
  /** The records stand in the order of their names. */
  nameOf: (record: R) => string;
  /** Every typed word must stand in it. As `nameOf` and `choice` a constant outside the component. */
  textOf: (record: R) => string;
  /** What can be typed: "Region or profile". */
  placeholder: string;
  choice?: Choice<R, Option>;
  /** What comes before names: the lower the sooner. */
  rankOf?: (record: R) => number;
  add: { to: string; words: string };
  /** Other ways from here, beside the one to add. */
  actions?: ReactNode;
  /** Shown beside the filters: how the records are displayed. */
  view?: ReactNode;
  /** Beneath the title, behind that line. */
  pending?: ReactNode;
  /** Between the head and the filters. */
  notice?: ReactNode;
  /** The line under the title while all are shown, in place of their count. */
  lineOf?: (all: readonly R[]) => string;
  empty: { icon: string; words: string };
  /** Above the cards, and in place of the empty text: how to begin. */
  beginning?: (all: readonly R[]) => ReactNode;
  /** The grid's shape before the records are here. */
  bones: ReactNode;
  /** The grid of what is shown. */
  children: (shown: readonly R[]) => ReactNode;
}

/** What the page's own records leave of themselves, or what a server has found. */
interface CardListProps<R, Option extends string>
  extends Pick<
    CardListPageProps<R, Option>,
    | ("title" | "things" | "onRetry" | "placeholder" | "add" | "actions")
    | ("view" | "pending" | "notice" | "empty" | "bones")
  > {
  of: Load<unknown>;
  choice?: Pick<Choice<never, Option>, "label" | "key" | "options" | "tones"> | undefined;
  found: Pick<Found<R, Option>, "list" | "q" | "chosen" | "counts" | "more">;
  /** How many there are and how many of them were found; undefined until they are known. */
  all: number | undefined;
  count: number;
  /** In place of the count of all. */
  line?: string | undefined;
  beginning?: ReactNode;
  /** What was found. */
  children: ReactNode;
}

function CardFilters<R, Option extends string>(props: CardListProps<R, Option>) {
  const { things, of, all, placeholder, choice, view } = props;
  const { list, q, chosen, counts, more } = props.found;
  const isKnown = all !== undefined;
  return (
    // Large figures are seen with what they filter: their row has no width before.
    <div className={`card-filters${of.state === "loading" && !isKnown ? " card-filters-coming" : ""}`}>
      <FilterText
        label={`Find a ${things[0]}`}
        quietLabel
        placeholder={placeholder}
        value={q}
        onCommit={(text, how) => list.setFilter("q", text, how)}
      />
      {choice && chosen && (
        <SwitchRow
          label={choice.label}
          options={choice.options}
          value={chosen}
          {...(isKnown ? { counts, more } : { counts: null })}
          tones={choice.tones}
          onChange={(option) => list.setFilter(choice.key, option)}
        />
      )}
      {view}
    </div>
  );
}

/** The page around cards that were found already. */
export function CardList<R, Option extends string>(props: CardListProps<R, Option>) {
  const { title, things, of, onRetry, choice, add, actions, empty, bones, children, pending, notice } = props;
  const { found, all, count, beginning } = props;
  const [one, many] = things;
  const { list, q, chosen } = found;

  const line = () => {
    if (all === undefined) return comingText(of, many);
    if (all === 0) return `No ${one} yet`;
    const words = countText(all, one, many);
    return count < all ? `${count.toLocaleString("en-IN")} of ${words}` : (props.line ?? words);
  };
  const nothing = () => {
    const thing = choice && chosen !== choice.options[0] ? `${chosen?.toLowerCase()} ${one}` : one;
    return q ? `No ${thing} matches “${q}”` : `There is no ${thing}`;
  };

  return (
    <>
      <PageHead
        title={title}
        line={
          pending ? (
            <span className="card-list-line">
              <span>{line()}</span>
              {pending}
            </span>
          ) : (
            line()
          )
        }
        action={
          <>
            {/* Rare, and never louder than what is wrong with those that are here. */}
            <ButtonLink icon="pi-plus" to={add.to}>
              {add.words}
            </ButtonLink>
            {actions}
          </>
        }
      />
      {notice}
      {all !== 0 && <CardFilters {...props} />}
      <Loadable of={of} onRetry={onRetry} bones={bones}>
        {() => {
          if (count > 0)
            return (
              <>
                {beginning}
                {children}
              </>
            );
          if (all === 0 && beginning) return beginning;
          if (all !== 0) {
            return <Empty title={nothing()} action={<Button onClick={list.clear}>Clear filter</Button>} />;
          }
          return (
            <Empty
              title={`No ${one} yet`}
              icon={empty.icon}
              action={
                <ButtonLink kind="primary" to={add.to}>
                  {add.words}
                </ButtonLink>
              }
            >
              {empty.words}
            </Empty>
          );
        }}
      </Loadable>
    </>
  );
}

/** A page of cards: counted, found by words, filtered by a switch, kept up to date. See web/recipes/README.md. */
export function CardListPage<R, Option extends string = string>(props: CardListPageProps<R, Option>) {
  const all = props.of.data;
  const found = useFound(all, props);
  return (
    <CardList
      {...props}
      found={found}
      all={all?.length}
      count={found.shown.length}
      line={all && props.lineOf?.(all)}
      beginning={all && props.beginning?.(all)}
    >
      {props.children(found.shown)}
    </CardList>
  );
}
