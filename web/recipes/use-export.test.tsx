import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import type { LedgerEntry } from "#shared/ledger/ledger.schema.ts";
import type { QueryText } from "../live/paged.ts";
import { noteTimeZone, serverZone } from "../state/server-zone.ts";
import { showPage } from "../testing/screen.tsx";
import { useExport } from "./use-export.ts";

const rows: LedgerEntry[] = [3, 2].map((nth) => ({
  _id: String(nth).padStart(24, "0"),
  time: "2026-01-01T00:00:00.000Z",
  reference: { kind: "order", id: null, label: `OD-${nth}` },
  user: { _id: "0".repeat(24), name: "Anu", phone: "9876543210" },
  product: { _id: "1".repeat(24), brand: "Cola" },
  vendingMachine: { _id: "2".repeat(24), name: "Metro", vendingMachineId: "VM-1" },
  credit: nth,
  debit: 0,
  total: nth,
  message: "",
}));
const query: QueryText = { userId: "0".repeat(24), latest: "true" };

/** Queries of which every row was read. */
const read: QueryText[] = [];
/** Sheets on their way to the worker that packs them. */
const sheets: { name: string; timeZone: string; columns: { head: string }[]; rows: unknown[][] }[] = [];
/** Reports requested from a worker. */
const requested: unknown[] = [];

function Exporting({ total }: { total: number }) {
  const source = {
    all: async (given: QueryText) => {
      read.push(given);
      return rows;
    },
  };
  const { download } = useExport("ledger", { source, query, total });
  return (
    <button type="button" onClick={() => void download()}>
      Export
    </button>
  );
}

beforeEach(() => {
  for (const list of [read, sheets, requested]) list.length = 0;
  vi.stubGlobal(
    "Worker",
    class {
      postMessage = (sheet: (typeof sheets)[0]) => void sheets.push(sheet);
      terminate = () => {};
    },
  );
  vi.stubGlobal("fetch", async (_url: string, { body }: RequestInit = {}) => {
    requested.push(JSON.parse(String(body)));
    return new Response(JSON.stringify({ success: false, error: "5 of your reports are not done yet" }), {
      status: 409,
    });
  });
});

it("moments are by the clock of the server's zone, as in the files of report workers, wherever the browser is", async () => {
  const own = serverZone();
  onTestFinished(() => noteTimeZone(own));
  noteTimeZone("Pacific/Kiritimati");
  const { user } = showPage(<Exporting total={2} />);
  await user.click(screen.getByRole("button", { name: "Export" }));

  await waitFor(() => expect(sheets.map(({ timeZone }) => timeZone)).toEqual(["Pacific/Kiritimati"]));
});

it("every row that the filters find is saved at once, in the columns that are shown", async () => {
  const { user } = showPage(<Exporting total={5_000} />);
  await user.click(screen.getByRole("button", { name: "Export" }));

  await waitFor(() => expect(sheets).toHaveLength(1));
  expect(read).toEqual([query]);
  expect(sheets[0]?.name).toBe("Can Ledger");
  expect(sheets[0]?.columns.map(({ head }) => head).slice(0, 3)).toEqual(["Time", "Reference", "User"]);
  expect(sheets[0]?.rows.map((row) => row.slice(1, 3))).toEqual([
    ["OD-3", "Anu"],
    ["OD-2", "Anu"],
  ]);
  expect(requested).toEqual([]);
});

it("more than 5,000 rows are for a worker, with the same filters and order", async () => {
  const { user } = showPage(<Exporting total={5_001} />);
  await user.click(screen.getByRole("button", { name: "Export" }));

  await waitFor(() => expect(requested).toEqual([{ list: "ledger", filters: query, format: "xlsx" }]));
  expect([read, sheets]).toEqual([[], []]);
});
