import { beforeEach, expect, test, vi } from "vitest";
import { takenOfProduct } from "./taken.atoms.ts";

const [order, other] = ["a".repeat(24), "b".repeat(24)];
const rowsPerPage = 50;
const row = (nth: number, kind: "order" | "transaction", id: string, change: number, total: number) => ({
  _id: nth.toString(16).padStart(24, "0"),
  time: "2026-11-22T08:00:00.000Z",
  reference: { kind, id, label: "" },
  user: { _id: "c".repeat(24), name: "Anu", phone: "7110000001" },
  product: { _id: "d".repeat(24), brand: "Cola" },
  vendingMachine: { _id: "e".repeat(24), name: "Metro", vendingMachineId: "MTR-1" },
  credit: Math.max(0, change),
  debit: Math.max(0, -change),
  total,
  message: "",
});

let rows: ReturnType<typeof row>[];
let pagesRead: number[];
beforeEach(() => {
  pagesRead = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const page = Number(new URL(url, "http://x").searchParams.get("page"));
    pagesRead.push(page);
    const pages = Math.ceil(rows.length / rowsPerPage);
    const ledger = rows.slice((page - 1) * rowsPerPage, page * rowsPerPage);
    const figures = { pages, activePage: page, currentPage: page, pageList: [page], total: rows.length };
    return new Response(JSON.stringify({ success: true, ledger, products: [], ...figures, asOf: "0".repeat(16) }));
  });
});
const taken = async () => {
  const [user, machine, product] = ["c", "e", "d"].map((digit) => digit.repeat(24)) as [string, string, string];
  const since = "2026-11-22T08:00:00.000Z";
  const load = takenOfProduct({ order, user, machine, product, cans: 2, since });
  const loaded = await load({ again: false, requested: false, signal: new AbortController().signal });
  return "data" in loaded ? loaded.data?.taken : loaded.error;
};

test("the cans of an order are found taken behind those that its customer had before", async () => {
  const had = 60;
  rows = [row(0, "order", other, had, had), row(1, "order", order, 2, had + 2)];
  for (let nth = 0; nth < had + 2; nth += 1)
    rows.push(row(nth + 2, "transaction", String(nth).padStart(24, "9"), -1, had + 1 - nth));

  expect([await taken(), pagesRead]).toEqual([2, [1, 2]]);
});

test("no more is read once all of them are taken", async () => {
  rows = [row(0, "order", order, 2, 2), row(1, "transaction", "1".repeat(24), -1, 1)];
  for (let nth = 2; nth < 120; nth += 1) rows.push(row(nth, "transaction", "2".repeat(24), -1, 0));

  expect([await taken(), pagesRead]).toEqual([2, [1]]);
});
