import { listDepositRows } from "#shared/deposits/deposit.api.ts";
import type { DepositRow } from "#shared/deposits/deposit.schema.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";

interface DepositRowPage {
  rows: readonly DepositRow[];
  pages: number;
  total: number;
}

/** A page of a user's deposit rows; each change of the deposit has made one, so it loads again. */
export const depositRowsAtomOf = (user: string, page: number) =>
  liveAtom<DepositRowPage>({
    rooms: [`user/${user}`],
    load: loadBy(listDepositRows, { query: { user, page: String(page) } }, ({ rows, pages, total }) => ({
      rows,
      pages,
      total,
    })),
    handlers: { "deposit.changed": () => loadAgain },
  });
