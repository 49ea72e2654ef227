import { expect, test } from "vitest";
import { type CellObject, read } from "xlsx";
import type { ReportedList, ReportType } from "#shared/reports/report.schema.ts";
import type { SheetValue } from "#shared/sheets/sheet-value.ts";
import { setUp } from "#shared/testing/set-up.ts";
import { createListReader } from "../../gateway/exported-lists.ts";
import { createReportDesk } from "./report-desk.ts";
import { odd, plantOddRecords, when } from "./testing/odd-records.ts";
import { openReportFixture } from "./testing/report.fixture.ts";

const fixture = setUp(() => openReportFixture(0));
const planted = setUp(async () => {
  await fixture.mongo.collections.users.deleteMany({});
  await fixture.mongo.collections.machines.deleteMany({});
  return plantOddRecords(fixture.mongo);
});

const { formula, link, plus, minus, at, zeros, exponent, digits, share, truth, script, emoji, escaped, lines, long } =
  odd;
const gate = `${script} "Gate" 2; north`;

type Sheet = [heads: string[], ...rows: SheetValue[][]];
interface Wanted {
  list: ReportedList;
  reportType?: ReportType;
  /** As the specification and the planted records say, computed by hand. */
  sheet: () => Sheet;
}
const ofOrders = ["Order Id", "Payment Id", "User", "Phone", "Vending Machine", "Net Amount", "GST", "Status", "Time"];
const ordersWithout = (): SheetValue[][] => [
  [zeros, exponent, formula, "0098470123", gate, 94.4, 14.4, "payment successful", when(0)],
  [digits, null, script, "9847012345", plus, 0, 0, "payment failed", when(1)],
  [link, null, emoji, planted.people[2]?.phone ?? "", null, 0.04, 0.01, "processing", when(2)],
  [at, null, null, planted.people[3]?.phone ?? "", gate, 11_800_000, 1_800_000, "processing", when(3)],
  [truth, null, "Account deleted", `deleted-${planted.deletedId}`, gate, 94.4, 14.4, "payment canceled", when(4)],
  [long, null, null, null, gate, 476.22, 35.97, "processing", when(5)],
];
const bought: SheetValue[][] = [
  ["Cola (unit): 2 x 40 = 80", 2, 80, 0, 0, 0, 0, 0, 0, 0, 0],
  [`${formula} (unit): 2 x 0 = 0`, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ["Cola (unit): 3 x 0.01 = 0.03", 3, 0.03, 0, 0, 0, 0, 0, 0, 0, 0],
  [`${emoji} (unit): 1 x 10000000 = 10000000`, 1, 10_000_000, 0, 0, 0, 0, 0, 0, 0, 0],
  ["Cola (unit): 2 x 40 = 80", 2, 80, 0, 0, 0, 0, 0, 0, 0, 0],
  [
    `${share} (bundle): 6 x 33.33 = 199.98; DEPOSIT (unit): 3 x 10.05 = 30.15`,
    ...[6, 199.98, 0.07, 0.1, 0.17, 3, 30.15, 200.29, 3, 10],
  ],
];

const sheets: Wanted[] = [
  { list: "orders", sheet: () => [ofOrders, ...ordersWithout()] },
  {
    list: "orders",
    reportType: "Order",
    sheet: () => [
      [
        ...ofOrders,
        ...["Products", "Cans", "Price Of Cans", "Product Discount", "Coupon Discount", "Total Discount", "Deposits"],
        ...["Refundable Deposit", "Security Deposit", "Penalties", "Penalty"],
      ],
      ...ordersWithout().map((row, nth) => [...row, ...(bought[nth] ?? [])]),
    ],
  },
  ...(["Transaction", undefined] as const).map(
    (reportType): Wanted => ({
      list: "transactions",
      ...(reportType ? { reportType } : {}),
      sheet: () => [
        [
          ...["Transaction Id", "User", "Phone", "Vending Machine", "Product", "Container Id", "Status", "Return Can"],
          ...["Container Open", "Time"],
        ],
        [digits, formula, "0098470123", gate, formula, "1.10", "opened", "Yes", "Yes", when(0)],
        [minus, "Account deleted", `deleted-${planted.deletedId}`, null, script, zeros, "failed", "No", "No", when(1)],
        [share, null, null, plus, null, exponent, "pending", "No", "No", when(2)],
      ],
    }),
  ),
  {
    list: "ledger",
    sheet: () => [
      ["Time", "Reference", "User", "Product", "Vending Machine", "Credit", "Debit", "Total", "Message"],
      [when(0), zeros, formula, share, gate, 3, null, 3, lines],
      [when(1), digits, planted.people[3]?.phone ?? "", "Cola", plus, null, 1, 2, null],
      [when(2), minus, "Account deleted", "Cola", `${planted.gone}`, null, 5, -3, formula],
      [when(3), "Cansole", `${planted.gone}`, "Cola", gate, null, null, -3, escaped],
      [when(4), `${planted.gone}`, `${planted.gone}`, "Cola", gate, 1, null, -2, at],
    ],
  },
  {
    list: "transactionLedger",
    sheet: () => {
      const id = (nth: number) => `${planted.ledgerRows[nth]?._id}`;
      return [
        [
          ...["Id", "Transaction Id", "User", "Vending Machine", "Container Id", "Request Status"],
          ...["Container Working", "Type", "Time"],
        ],
        [id(0), digits, formula, gate, `1.10, ${zeros}`, "completed", "Yes", "stock", when(0)],
        [id(1), minus, "Account deleted", null, null, "completed", "Yes", "return", when(1)],
        [id(2), exponent, null, gate, exponent, "failed", "No", "test", when(2)],
        [id(3), at, planted.people[3]?.phone ?? "", plus, "1", "completed", "Yes", "open", when(3)],
      ];
    },
  },
  {
    list: "cansInStock",
    sheet: () => {
      const days = (nth: number) => Math.ceil((Date.now() - when(nth).getTime()) / 86_400_000);
      return [
        ["VM Name", "VM ID", "Container ID", "Product", "Stocked On", "Days Old"],
        [gate, zeros, "1.10", share, when(0), days(0)],
        [null, null, zeros, null, when(3), days(3)],
      ];
    },
  },
  {
    list: "penalties",
    sheet: () => [
      ["Message", "User", "Phone", "Total", "Quantity", "State", "Given"],
      [formula, formula, "0098470123", 0.3, 3, "Not paid", when(0)],
      ["No message", "Account deleted", `deleted-${planted.deletedId}`, 0.01, 1, "Not paid", when(1)],
      [lines, null, null, 0, 0, "Not paid", when(2)],
    ],
  },
  {
    list: "users",
    sheet: () => [
      ["Name", "Phone", "Email", "Role", "State", "Added"],
      [formula, "0098470123", "a@example.in", "customer", null, when(0)],
      [script, "9847012345", null, "customer", null, when(1)],
      [emoji, planted.people[2]?.phone ?? "", null, "customer", "Suspended, Has penalty", when(2)],
      [null, planted.people[3]?.phone ?? "", null, "customer", null, when(3)],
      ["Account deleted", `deleted-${planted.deletedId}`, null, "customer", "Deleted", when(4)],
      [minus, planted.people[5]?.phone ?? "", "admin@example.in", "admin", null, when(5)],
    ],
  },
];

const sorts: Partial<Record<ReportedList, string>> = {
  cansInStock: "stockedOn",
  penalties: "createdAt",
  users: "createdAt",
};
const made = async (wanted: Wanted, format: "xlsx" | "csv", timeZone: string): Promise<Buffer> => {
  const { list, reportType = null } = wanted;
  const id = await fixture.request({ list, reportType, format, filters: { sort: sorts[list] ?? "time" } });
  const lists = createListReader({ mongo: fixture.mongo, timeZone });
  await createReportDesk({ ...fixture, lists, now: async () => Date.now() }).run();
  return fixture.contentOf(id);
};
/** What a clock there shows. */
const clock = (at: Date, timeZone: string): string => at.toLocaleString("sv-SE", { timeZone });

const zones = ["Asia/Kolkata", "America/Havana"];
const cases = zones.flatMap((zone) =>
  sheets.map((one) => [one.list, one.reportType ?? "as shown", zone, one] as const),
);

test.each(cases)("each cell of %s (%s) in %s is what was stored: value, type and format", async (_, __, zone, one) => {
  const { SheetNames, Sheets } = read(await made(one, "xlsx", zone), { cellNF: true });
  expect(SheetNames).toHaveLength(1);
  const sheet = Sheets[SheetNames[0] ?? ""] ?? {};
  const cells = Object.entries(sheet).filter(([place]) => /^[A-Z]+\d+$/.test(place)) as [string, CellObject][];
  const shown = cells.map(([place, { t, v, z, f }]) => {
    if (z !== "dd mmm yyyy hh:mm") return [place, `${t} ${v}`, f ?? "no formula"];
    const read = new Date(Math.round((Number(v) - 25_569) * 86_400) * 1_000).toISOString();
    return [place, `moment ${read.slice(0, 19).replace("T", " ")}`, f ?? "no formula"];
  });

  const wanted = one.sheet().flatMap((row, y) =>
    row.flatMap((value, x) => {
      if (value === null) return [];
      const place = `${String.fromCharCode(65 + x)}${y + 1}`;
      const kind = typeof value === "number" ? "n" : "s";
      const said = value instanceof Date ? `moment ${clock(value, zone)}` : `${kind} ${value}`;
      return [[place, said, "no formula"]];
    }),
  );
  expect(shown).toEqual(wanted);
});

/** Cells of a text file as RFC 4180 reads them. */
const cellsOf = (text: string): string[][] => {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
};

test.each(cases)("each cell of %s (%s) in %s is the same in a text file", async (_, __, zone, one) => {
  const text = (await made(one, "csv", zone)).toString("utf8");

  const wanted = one.sheet().map((row) =>
    row.map((value) => {
      if (value === null) return "";
      if (value instanceof Date) return clock(value, zone);
      return typeof value === "number" ? String(value) : value.replace(/^[=+\-@]/, "'$&");
    }),
  );
  expect(text.charCodeAt(0)).toBe(0xfeff);
  expect(cellsOf(text.slice(1))).toEqual(wanted);
});
