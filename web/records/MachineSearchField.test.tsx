import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { aShownStatusRow } from "#shared/testing/shown-records.ts";
import { store } from "../state/jotai.ts";
import { showPage } from "../testing/screen.tsx";
import { MachineSearchField } from "./MachineSearchField.tsx";

let requested: Record<string, string>[];

beforeEach(() => {
  vi.useFakeTimers();
  requested = [];
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    if (!pathname.endsWith("/live-status/pages")) throw new Error(`nobody asks for ${pathname}`);
    requested.push(Object.fromEntries(searchParams));
    const q = searchParams.get("q");
    const many = () => Array.from({ length: 25 }, (_, n) => aShownStatusRow(n + 1));
    const found = q === "none" ? [] : q === null ? many() : [aShownStatusRow(700)];
    const total = q === null ? 90_000 : found.length;
    const figures = { pages: 1, activePage: 1, currentPage: 1, pageList: [1], total };
    const counts = { Online: 90_000, Offline: 0, Unavailable: 0 };
    const answer = { success: true, liveStatus: { machines: found, ...figures }, counts, asOf: "0000000000000000" };
    return new Response(JSON.stringify(answer));
  });
});

function Chosen({ isFree }: { isFree: boolean }) {
  const [value, setValue] = useState<string | null>(null);
  return (
    <form onSubmit={() => expect.unreachable("it was sent")}>
      <MachineSearchField label="Vending Machine" value={value} onChange={setValue} isFree={isFree} />
      <p>{`value ${value}`}</p>
    </form>
  );
}
const wait = () => act(() => vi.advanceTimersByTimeAsync(500));
const type = async (value: string) => {
  const field = screen.getByRole("searchbox", { name: "Vending Machine" });
  fireEvent.change(field, { target: { value } });
  fireEvent.keyDown(field, { key: "Enter" });
  await wait();
};
const offered = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);

test("a machine of a large network is chosen by typing a part of its name, id or location", async () => {
  showPage(<Chosen isFree={false} />, { store });
  await wait();
  expect(requested).toEqual([]);

  await type("none");
  expect(screen.getByText("Nothing matches")).toBeTruthy();
  await type("vm-70");
  expect(requested.at(-1)).toMatchObject({ q: "vm-70", sort: "name" });
  expect(offered()).toEqual(["Machine 700 (VM-700)"]);

  fireEvent.click(screen.getByRole("button", { name: "Machine 700 (VM-700)" }));
  await wait();
  expect(screen.getByText(`value ${aShownStatusRow(700)._id}`)).toBeTruthy();
  expect(screen.getByText("Chosen: Machine 700 (VM-700)")).toBeTruthy();
  expect(offered()).toEqual([]);
});

test("the first of those without a control unit are offered at once", async () => {
  showPage(<Chosen isFree />, { store });
  await wait();

  expect(requested.at(-1)).toMatchObject({ free: "true", sort: "name" });
  expect(offered()).toEqual([1, 2, 3, 4, 5].map((number) => `Machine ${number} (VM-${number})`));
  expect(screen.getByText("89,995 more vending machines: type more to find them.")).toBeTruthy();
});
