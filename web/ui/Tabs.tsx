import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { groupedText } from "./count-text.ts";

interface TabsProps<T extends string> {
  /** What the tabs are of: "Vending machine". */
  label: string;
  /** `to` is the address of a part that is a page of its own; `count` says how much waits there; null until it is known: its room is kept, and none moves. */
  tabs: readonly { id: T; words: string; to?: string; count?: number | null | undefined }[];
  present: T;
  /** What the address calls them. */
  name?: string;
}

/** Parts of a record's page. Each has an address (`?tab=`, or another name), so Back, refresh and a pasted link lead to it. */
export function Tabs<T extends string>({ label, tabs, present, name = "tab" }: TabsProps<T>) {
  const [params] = useSearchParams();
  const row = useRef<HTMLElement>(null);
  // On a phone the row scrolls: the present one stands in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each part has its own tab.
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - (row.current.clientWidth - tab.offsetWidth) / 2;
  }, [present]);
  const first = tabs[0]?.id;
  const addressOf = (id: T): string => {
    // The other part's filters do not go with it.
    const next = new URLSearchParams(id === params.get(name) ? params : undefined);
    if (id === first) next.delete(name);
    else next.set(name, id);
    return `?${next.toString()}`;
  };
  return (
    <nav className="tabs" aria-label={label} ref={row}>
      {tabs.map(({ id, words, to = addressOf(id), count }) => (
        <Link key={id} to={to} aria-current={id === present ? "page" : undefined} preventScrollReset>
          {words}
          {count !== undefined && (
            <span className={`tab-count figures${count ? "" : count === 0 ? " tab-count-none" : " tab-count-coming"}`}>
              {count === null ? null : groupedText(count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
