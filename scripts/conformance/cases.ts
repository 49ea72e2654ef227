import { sentenceOf } from "./manual.ts";
import type { Stage } from "./stage.ts";

/** True is a pass, a text says why it failed. */
export type Verdict = boolean | string | { skipped: string };

export interface Case<Seen> {
  title: string;
  /** Words of the manual's sentence that this case is about. */
  says: string;
  check: (seen: Seen, stage: Stage) => Verdict;
}

interface Group {
  name: string;
  titles: { title: string; says: string }[];
  run: (stage: Stage, report: (result: Result) => void) => Promise<void>;
}
export interface Result {
  title: string;
  is: "pass" | "fail" | "skipped";
  why: string;
  heading: string;
  sentence: string;
}

const resultOf = ({ title, says }: { title: string; says: string }, verdict: Verdict): Result => {
  const { heading, text: sentence } = sentenceOf(says);
  const base = { title, heading, sentence };
  if (typeof verdict === "object") return { ...base, is: "skipped", why: verdict.skipped };
  if (verdict === true) return { ...base, is: "pass", why: "" };
  return { ...base, is: "fail", why: verdict || "it did not" };
};

/**
 * A scene that is played with the unit, and what is checked of it afterwards. What a scene waits for in vain is seen by
 * its cases; one that breaks off fails them all.
 */
export const group = <Seen>(
  name: string,
  play: (stage: Stage) => Promise<Seen | { skipped: string }>,
  cases: Case<Seen>[],
): Group => ({
  name,
  titles: cases,
  run: async (stage, report) => {
    const seen = await play(stage).catch((error: unknown) => (error instanceof Error ? error : new Error(`${error}`)));
    for (const one of cases) {
      if (seen instanceof Error) report(resultOf(one, seen.message));
      else if (typeof seen === "object" && seen !== null && "skipped" in seen) report(resultOf(one, seen as never));
      else report(resultOf(one, one.check(seen as Seen, stage)));
    }
  },
});

/** True where nothing of a list is against it, else the first that is. */
export const none = <T>(items: readonly T[], words: (item: T) => string | null | false): Verdict => {
  for (const item of items) {
    const why = words(item);
    if (why) return why;
  }
  return true;
};
/** The same, where an empty list would say nothing. */
export const each = <T>(items: readonly T[], words: (item: T) => string | null | false): Verdict =>
  items.length === 0 ? "it said nothing of the kind" : none(items, words);
