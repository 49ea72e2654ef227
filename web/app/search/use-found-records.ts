import { useEffect, useState } from "react";
import { search } from "#shared/search/search.api.ts";
import { type SearchResult, SearchText } from "#shared/search/search.schema.ts";
import { call } from "../../http/call.ts";

/** How long typing must pause before the server is queried. */
const restMs = 200;

interface Answer {
  typed: string;
  results: readonly SearchResult[];
  error: string | null;
}

export interface FoundRecords {
  results: readonly SearchResult[];
  /** `idle`: too little was typed for a request. */
  state: "idle" | "asking" | "answered" | "failed";
  error: string | null;
}

const begins = (text: string, typed: string) => text.toLowerCase().startsWith(typed.toLowerCase());

/**
 * The records that the server finds for what is typed. An answer to something typed earlier is given up; meanwhile what
 * was found stays as far as it still fits.
 */
export function useFoundRecords(query: string): FoundRecords {
  const typed = SearchText.safeParse(query).data ?? null;
  const [answer, setAnswer] = useState<Answer | null>(null);
  useEffect(() => {
    if (typed === null) return;
    const requested = new AbortController();
    const searchNow = async () => {
      const outcome = await call(search, { query: { q: typed } }, { quiet: true, signal: requested.signal }).catch(
        (error: unknown) => {
          if (!requested.signal.aborted) throw error;
        },
      );
      if (!outcome || requested.signal.aborted) return;
      const done = outcome.is === "done";
      setAnswer({ typed, results: done ? outcome.reply.results : [], error: done ? null : outcome.error });
    };
    const timer = setTimeout(() => void searchNow(), restMs);
    return () => {
      clearTimeout(timer);
      requested.abort();
    };
  }, [typed]);

  if (typed === null) return { results: [], state: "idle", error: null };
  if (answer?.typed === typed)
    return { results: answer.results, state: answer.error === null ? "answered" : "failed", error: answer.error };
  const still = answer?.results.filter(({ label, detail }) => begins(label, typed) || begins(detail, typed)) ?? [];
  return { results: still, state: "asking", error: null };
}
