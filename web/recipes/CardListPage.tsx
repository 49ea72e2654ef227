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
import { type Choice, useFound } from "./use-found.ts";

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
  /** Beside the filters: how the records are shown. */
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

interface CardFiltersProps<R, Option extends string>
  extends Pick<CardListPageProps<R, Option>, "placeholder" | "choice" | "view"> {
  one: string;
  all: readonly R[] | undefined;
  found: ReturnType<typeof useFound<R, Option>>;
}

function CardFilters<R, Option extends string>(props: CardFiltersProps<R, Option>) {
  const { one, all, placeholder, choice, view } = props;
  const { list, q, chosen, counts, more } = props.found;
  return (
    <div className="card-filters">
      <FilterText
        label={`Find a ${one}`}
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
          counts={all && counts}
          more={all && more}
          tones={choice.tones}
          onChange={(option) => list.setFilter(choice.key, option)}
        />
      )}
      {view}
    </div>
  );
}

/** A page of cards: counted, found by words, filtered by a switch, kept up to date. See web/recipes/README.md. */
export function CardListPage<R, Option extends string = string>(props: CardListPageProps<R, Option>) {
  const { title, things, of, onRetry, choice, add, actions, lineOf, empty, bones, children, pending, notice } = props;
  const [one, many] = things;
  const all = of.data;
  const found = useFound(all, props);
  const { list, q, chosen, shown } = found;

  const line = () => {
    if (!all) return comingText(of, many);
    if (all.length === 0) return `No ${one} yet`;
    const count = countText(all.length, one, many);
    return shown.length < all.length ? `${shown.length.toLocaleString("en-IN")} of ${count}` : (lineOf?.(all) ?? count);
  };
  const nothing = () => {
    const thing = choice && chosen !== choice.options[0] ? `${chosen?.toLowerCase()} ${one}` : one;
    return q ? `No ${thing} matches “${q}”` : `There is no ${thing}`;
  };

  const beginning = all && props.beginning?.(all);

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
            {/* Where a beginning leads on, its next step is the filled button. */}
            <ButtonLink kind={beginning ? "plain" : "primary"} icon="pi-plus" to={add.to}>
              {add.words}
            </ButtonLink>
            {actions}
          </>
        }
      />
      {notice}
      {all?.length !== 0 && <CardFilters {...props} one={one} all={all} found={found} />}
      <Loadable of={of} onRetry={onRetry} bones={bones}>
        {(records) => {
          if (shown.length > 0)
            return (
              <>
                {beginning}
                {children(shown)}
              </>
            );
          if (records.length === 0 && beginning) return beginning;
          if (records.length > 0) {
            return <Empty title={nothing()} action={<Button onClick={list.clear}>Clear filter</Button>} />;
          }
          return (
            <Empty title={`No ${one} yet`} icon={empty.icon} action={<ButtonLink to={add.to}>{add.words}</ButtonLink>}>
              {empty.words}
            </Empty>
          );
        }}
      </Loadable>
    </>
  );
}
