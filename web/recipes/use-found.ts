import { useMemo } from "react";
import { byName, findByWords } from "../ui/find-by-words.ts";
import { type ListState, useListState } from "../ui/list-state.ts";

/** A switch beside the words: which of the records are shown. Its first option shows all of them. */
export interface Choice<R, Option extends string> {
  /** Its name in the URL. */
  key: string;
  label: string;
  options: readonly [Option, ...Option[]];
  isIn: (record: R, option: Option) => boolean;
  /** What more is said behind an option's count: "5 brands"; empty for nothing. */
  moreOf?: (found: readonly R[], option: Option) => string;
  /** The options are figures: those that need somebody have a tone. */
  tones?: Partial<Record<Option, "danger" | "warn">>;
}

interface FoundBy<R, Option extends string> {
  nameOf: (record: R) => string;
  /** Every typed word must stand in it. */
  textOf: (record: R) => string;
  choice?: Choice<R, Option>;
  /** What comes first, before names: the lower the sooner. */
  rankOf?: (record: R) => number;
}

export interface Found<R, Option extends string> {
  list: ListState<Record<string, string>>;
  /** What is typed. */
  q: string;
  chosen: Option | undefined;
  /** What is shown, in the order of names. */
  shown: readonly R[];
  /** How many each option of the switch would show. */
  counts: Partial<Record<Option, number>>;
  /** What more stands behind each of these. */
  more: Partial<Record<Option, string>>;
}

/** How many of the records each option of a switch would show. */
export const countOptions = <R, Option extends string>(
  records: readonly R[],
  { options, isIn }: Pick<Choice<R, Option>, "options" | "isIn">,
) =>
  Object.fromEntries(
    options.map((option) => [option, records.filter((record) => isIn(record, option)).length]),
  ) as Record<Option, number>;

const moreOfOptions = <R, Option extends string>(records: readonly R[], { options, moreOf }: Choice<R, Option>) =>
  Object.fromEntries(options.map((option) => [option, moreOf?.(records, option) ?? ""])) as Record<Option, string>;

/** The records that the words and the switch above them leave, both kept in the URL. The functions stay the same. */
export function useFound<R, Option extends string>(
  all: readonly R[] | undefined,
  { nameOf, textOf, choice, rankOf }: FoundBy<R, Option>,
): Found<R, Option> {
  const list = useListState<Record<string, string>>({
    filters: { q: "", ...(choice && { [choice.key]: choice.options[0] }) },
    choices: choice && { [choice.key]: choice.options },
  });
  const { q = "" } = list.filters;
  const chosen = choice?.options.find((option) => option === list.filters[choice.key]);
  const ordered = useMemo(() => {
    const named = byName(all ?? [], nameOf);
    return rankOf ? named.sort((one, other) => rankOf(one) - rankOf(other)) : named;
  }, [all, nameOf, rankOf]);
  const found = useMemo(() => findByWords(ordered, q, textOf), [ordered, q, textOf]);
  const shown = useMemo(
    () => (choice && chosen ? found.filter((record) => choice.isIn(record, chosen)) : found),
    [found, choice, chosen],
  );
  const counts = useMemo(() => (choice ? countOptions(found, choice) : {}), [found, choice]);
  const more = useMemo(() => (choice?.moreOf ? moreOfOptions(found, choice) : {}), [found, choice]);
  return { list, q, chosen, shown, counts, more };
}
