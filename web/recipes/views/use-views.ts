import { useEffect, useState } from "react";
import { forgetView, keepView, listViews } from "#shared/list-views/list-view.api.ts";
import { keptQuery, type ListView } from "#shared/list-views/list-view.schema.ts";
import { call } from "../../http/call.ts";
import type { Load } from "../../state/load.ts";

/** A list as its address calls it. */
export const listOfPath = (path: string): string => path.toLowerCase().replace(/^\/+|\/+$/g, "");

/** The operator's views of one list, read when they are opened. */
export function useViews(list: string) {
  const [load, setLoad] = useState<Load<ListView[]>>({ state: "loading" });
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads again.
  useEffect(() => {
    const shown = new AbortController();
    const loadViews = async () => {
      const outcome = await call(listViews, { query: { list } }, { quiet: true, signal: shown.signal });
      if (shown.signal.aborted) return;
      setLoad(
        outcome.is === "done"
          ? { state: "ready", data: outcome.reply.views }
          : { state: "failed", error: outcome.error },
      );
    };
    loadViews().catch((error: unknown) => {
      if (!shown.signal.aborted) throw error;
    });
    return () => shown.abort();
  }, [list, tries]);
  return {
    load,
    retry: () => setTries((before) => before + 1),
    /** True when it is kept. */
    keep: async (name: string, search: string): Promise<boolean> => {
      const outcome = await call(keepView, { body: { list, name, query: keptQuery(search) } });
      if (outcome.is === "done") setLoad({ state: "ready", data: outcome.reply.views });
      return outcome.is === "done";
    },
    forget: async (name: string): Promise<void> => {
      const outcome = await call(forgetView, { body: { list, name } });
      if (outcome.is === "done") setLoad({ state: "ready", data: outcome.reply.views });
    },
  };
}
