import { useSearchParams } from "react-router-dom";
import { useAtomValue } from "../../state/jotai.ts";
import { badgesAtom } from "../../state/pending-counts.atoms.ts";
import { Tabs } from "../../ui/Tabs.tsx";

const needsAction = "needs-action";

/** Whether the page shows its queue (`?view=needs-action`), and not the list of all. */
export const useIsQueue = (): boolean => useSearchParams()[0].get("view") === needsAction;

interface QueueTabsProps {
  /** The page, by its name in web/app/paths.ts: what waits on it is counted. */
  page: string;
  label: string;
  /** What the list is called: "All transactions". */
  all: string;
}

/** The two parts of a page whose records wait for somebody: the list of all, and the queue with its count. */
export function QueueTabs({ page, label, all }: QueueTabsProps) {
  const count = useAtomValue(badgesAtom)[page]?.count;
  const tabs = [
    { id: "all", words: all },
    { id: needsAction, words: "Needs action", count },
  ] as const;
  return <Tabs label={label} name="view" tabs={tabs} present={useIsQueue() ? needsAction : "all"} />;
}
