import { useState } from "react";
import { Button } from "../Button.tsx";

interface PaginationProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** First, Prev, the page's number, Next, Last and 'Page x of y' (specification: Tables and lists). */
export function Pagination({ page, pages, onPage }: PaginationProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const last = Math.max(1, pages);
  const go = (to: number) => {
    setDraft(null);
    const inside = Math.min(last, Math.max(1, to));
    if (inside !== page) onPage(inside);
  };
  const goTyped = () => {
    const typed = Number(draft);
    if (draft !== null && draft.trim() !== "" && Number.isInteger(typed)) go(typed);
    else setDraft(null);
  };
  return (
    <nav className="pagination" aria-label="Pages">
      <span className="figures nowrap">
        Page {page} of {last}
      </span>
      <Button kind="quiet" small disabled={page <= 1} onClick={() => go(1)}>
        First
      </Button>
      <Button kind="quiet" small disabled={page <= 1} onClick={() => go(page - 1)}>
        Prev
      </Button>
      <input
        className="input"
        type="number"
        aria-label="Page number"
        min={1}
        max={last}
        value={draft ?? page}
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && goTyped()}
        onBlur={goTyped}
      />
      <Button kind="quiet" small disabled={page >= last} onClick={() => go(page + 1)}>
        Next
      </Button>
      <Button kind="quiet" small disabled={page >= last} onClick={() => go(last)}>
        Last
      </Button>
    </nav>
  );
}
