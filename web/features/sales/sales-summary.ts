import { summarizeSales } from "#shared/sales/sales.api.ts";
import type { SalesSummary } from "#shared/sales/sales.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import type { QueryText } from "../../live/paged.ts";

const todayMayBe = ({ days }: SalesSummary, date: string) =>
  days.some((day) => day.date === date) || !days.some(({ isOpen }) => !isOpen);

/** What the charts show, loaded again when one of its days has changed or a day began. */
export const salesSummaryAtomOf = (query: QueryText) =>
  liveAtom<SalesSummary>({
    rooms: ["sales"],
    load: loadBy(
      summarizeSales,
      { query } as Parameters<typeof loadBy<typeof summarizeSales, SalesSummary>>[1],
      ({ summary }) => summary,
    ),
    handlers: {
      "sales.changed": (summary, incoming) =>
        query.span !== undefined || todayMayBe(summary, incoming.date) ? loadAgain : summary,
    },
  });
