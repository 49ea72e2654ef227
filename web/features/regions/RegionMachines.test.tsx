import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Region } from "#shared/regions/region.schema.ts";
import { aShownStatusRow } from "#shared/testing/shown-records.ts";
import { live } from "../../live/socket.ts";
import { store } from "../../state/jotai.ts";
import { showPage } from "../../testing/screen.tsx";
import { RegionCard } from "./RegionCard.tsx";
import { RegionMachines } from "./RegionMachines.tsx";
import { RegionWork } from "./RegionWork.tsx";

const [id, standard, summer] = ["a", "b", "c"].map((digit) => digit.repeat(24)) as [string, string, string];
const region: Region = {
  _id: id,
  region: "Aluva North",
  profiles: [standard, summer].map((profile) => ({ profile, name: profile })),
  rev: 0,
};
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("fetch", async (url: string) => {
    const { pathname, search } = new URL(url, "http://x");
    asked.push(`${pathname.replace("/api/v1.2", "")}${search}`);
    const answer = (body: object) => new Response(JSON.stringify({ success: true, asOf: "0000000000000000", ...body }));
    if (pathname.endsWith("/vending-machines")) return answer({ vendingMachines: [], total: 90_000 });
    if (pathname.endsWith("/product-profiles/machines"))
      return answer({
        profiles: [
          { profile: standard, region: "Aluva North", machines: 4_000, underWork: 1 },
          { profile: summer, region: "Aluva North", machines: 21, underWork: 1 },
        ],
      });
    const machines = Array.from({ length: 25 }, (_, n) =>
      aShownStatusRow(n, { name: `Pier ${n}`, status: n === 0 ? "Offline" : "Online" }),
    );
    const figures = { pages: 161, activePage: 1, currentPage: 1, pageList: [1], total: 4_021 };
    return answer({ liveStatus: { machines, ...figures }, counts: { Online: 0, Offline: 0, Unavailable: 0 } });
  });
});

test("of more machines than are loaded a region shows the first, the number of all, and how many are under work", async () => {
  const left = vi.spyOn(live, "leave");
  showPage(
    <>
      <RegionCard region={region} />
      <RegionWork region={region} />
      <RegionMachines region={region} />
    </>,
    { store },
  );
  for (let turn = 0; turn < 4; turn += 1) await act(() => vi.advanceTimersByTimeAsync(500));

  // The heartbeats of all machines are nothing that it shows.
  expect(left).toHaveBeenCalledWith(expect.anything(), ["machines", "profiles", "regions"]);
  expect(screen.getByText("4,021 machines")).toBeTruthy();
  expect(screen.getByText("2 of 4,021 machines are under work")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: /^Pier/ })).toHaveLength(25);
  const others = screen.getByRole("link", { name: "3,996 more machines" });
  expect(others.getAttribute("href")).toMatch(/\?q=Aluva%20North$/);
  expect(new Set(asked)).toEqual(
    new Set([
      "/vending-machines?upTo=2000",
      "/product-profiles/machines",
      `/vending-machines/live-status/pages?region=${id}`,
    ]),
  );
});
