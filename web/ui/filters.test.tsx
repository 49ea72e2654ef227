import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { use } from "react";
import { createBrowserRouter, useSearchParams } from "react-router-dom";
import { expect, it, onTestFinished, vi } from "vitest";
import { App } from "../app/App.tsx";
import { createStore } from "../state/jotai.ts";
import { noteTimeZone } from "../state/server-zone.ts";
import { exampleMachines, names, ready, showTable } from "../testing/machines-table.tsx";
import { showPage } from "../testing/screen.tsx";
import { DateRange } from "./DateRange.tsx";
import { FilterText } from "./FilterText.tsx";
import { useListState } from "./list-state.ts";

const filters = { phone: "", startDate: "", endDate: "" };

function Filters() {
  const list = useListState({ filters });
  const { phone, startDate, endDate } = list.filters;
  return (
    <>
      <output>{phone}</output>
      <FilterText label="Phone" value={phone} onCommit={(to, how) => list.setFilter("phone", to.trim(), how)} />
      <DateRange startDate={startDate} endDate={endDate} onChange={(range) => list.setFilters(range)} />
      <button type="button" onClick={list.clear}>
        Clear
      </button>
    </>
  );
}

const shownIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

it("Back restores a filter's text while the field still has the focus, and leaving the field does not bring it back", async () => {
  const { user, router, address } = showPage(<Filters />, { at: "/?phone=98" });
  await user.type(screen.getByLabelText("Phone"), "76");
  await waitFor(() => expect([address(), screen.getByRole("status").textContent]).toEqual(["/?phone=9876", "9876"]));

  await act(() => router.navigate(-1));

  expect(shownIn("Phone")).toBe("98");
  await user.tab();
  expect([shownIn("Phone"), address()]).toEqual(["98", "/?phone=98"]);
  await act(() => router.navigate(1));
  expect([shownIn("Phone"), address()]).toEqual(["9876", "/?phone=9876"]);
});

const never = new Promise<void>(() => undefined);
/** A long list, of which the page of what was typed is still being drawn. */
function LongList() {
  const [params] = useSearchParams();
  if (params.get("phone") === "9876") use(never);
  return null;
}

it("Back restores a filter's text also before the page of what was typed is drawn", async () => {
  window.history.replaceState(null, "", "/?phone=98");
  onTestFinished(() => window.history.replaceState(null, "", "/"));
  const page = (
    <>
      <Filters />
      <LongList />
    </>
  );
  const router = createBrowserRouter([{ path: "/", element: page }]);
  onTestFinished(() => router.dispose());
  render(<App router={router} store={createStore()} />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Phone"), "76");
  await waitFor(() => expect(window.location.search).toBe("?phone=9876"));

  window.history.back();

  await waitFor(() => expect(window.location.search).toBe("?phone=98"));
  await waitFor(() => expect(shownIn("Phone")).toBe("98"));
  await user.tab();
  expect(window.location.search).toBe("?phone=98");
});

it("what is typed after Back is a step of its own", async () => {
  const { user, router, address } = showPage(<Filters />);
  await user.type(screen.getByLabelText("Phone"), "98");
  await waitFor(() => expect(address()).toBe("/?phone=98"));
  await act(() => router.navigate(-1));
  await user.type(screen.getByLabelText("Phone"), "5");
  await waitFor(() => expect(address()).toBe("/?phone=5"));

  await act(() => router.navigate(-1));

  expect([shownIn("Phone"), address()]).toEqual(["", "/"]);
});

it("each Enter is a step for Back, though the field keeps the focus", async () => {
  const { user, router, address } = showPage(<Filters />);
  await user.type(screen.getByLabelText("Phone"), "98{Enter}");
  await waitFor(() => expect(address()).toBe("/?phone=98"));
  await user.clear(screen.getByLabelText("Phone"));
  await user.type(screen.getByLabelText("Phone"), "75{Enter}");
  await waitFor(() => expect(address()).toBe("/?phone=75"));

  await act(() => router.navigate(-1));

  expect([shownIn("Phone"), address()]).toEqual(["98", "/?phone=98"]);
});

it("a pause in the middle of words takes nothing from the typist", async () => {
  const { user, address } = showPage(<Filters />);
  await user.type(screen.getByLabelText("Phone"), "gate ");
  await waitFor(() => expect(address()).toBe("/?phone=gate"));
  expect(shownIn("Phone")).toBe("gate ");

  await user.type(screen.getByLabelText("Phone"), "9");

  await waitFor(() => expect(address()).toBe("/?phone=gate+9"));
  expect(shownIn("Phone")).toBe("gate 9");
});

it("what is not yet handed on when the filter is cleared stays cleared", async () => {
  const { user, address } = showPage(<Filters />, { at: "/?phone=98" });
  await user.type(screen.getByLabelText("Phone"), "76");

  await user.click(screen.getByRole("button", { name: "Clear" }));

  await waitFor(() => expect([shownIn("Phone"), address()]).toEqual(["", "/"]));
});

it("Back restores both days", async () => {
  const { user, router, address } = showPage(<Filters />, { at: "/?startDate=2026-01-01&endDate=2026-01-02" });
  const end = screen.getByLabelText("End Date");
  await user.clear(end);
  await user.type(end, "2026-01-09");
  await waitFor(() => expect(address()).toBe("/?startDate=2026-01-01&endDate=2026-01-09"));

  await act(() => router.navigate(-1));

  expect([shownIn("Start Date"), shownIn("End Date")]).toEqual(["1 Jan 2026", "2 Jan 2026"]);
});

it("Back restores the text in a head's filter while it is open", async () => {
  const { user, router, address } = showTable(ready(exampleMachines), { at: "/?in.name=gate" });
  await user.click(screen.getByRole("button", { name: "Filter Name, set" }));
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Name contains" });
  await user.type(field, " 9");
  await waitFor(() => expect(names()).toEqual(["Gate 9"]));

  await act(() => router.navigate(-1));

  expect(field.value).toBe("gate");
  await user.tab();
  expect([field.value, address()]).toEqual(["gate", "/?in.name=gate"]);
});

it("Back restores the ticks in a head's filter while it is open", async () => {
  const { user, router } = showTable(ready(exampleMachines));
  await user.click(screen.getByRole("button", { name: "Filter Status" }));
  const tick = screen.getByRole<HTMLInputElement>("checkbox", { name: /Offline/ });
  await user.click(tick);
  await waitFor(() => expect(names()).toEqual(["Gate 9"]));

  await act(() => router.navigate(-1));

  expect(tick.checked).toBe(false);
  expect(names()).toHaveLength(3);
});

it("what is pasted filters at once, and so does a number with its last digit; only words are waited for", async () => {
  const committed: string[] = [];
  const { user } = showPage(
    <>
      <FilterText label="Order Id" value="" onCommit={(to) => committed.push(to)} />
      <FilterText label="Phone" type="tel" maxLength={10} value="" onCommit={(to) => committed.push(to)} />
    </>,
  );
  await user.click(screen.getByLabelText("Order Id"));
  await user.paste("OD-77");
  expect(committed).toEqual(["OD-77"]);

  await user.click(screen.getByLabelText("Phone"));
  committed.length = 0;
  for (const digit of "9876543210")
    fireEvent.input(screen.getByLabelText("Phone"), { target: { value: shownIn("Phone") + digit } });
  expect(committed).toEqual(["9876543210"]);
});

it("Today is the server's day, and it is said whose days these are where the operator's clock is another", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-27T20:00:00Z") });
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  onTestFinished(() => noteTimeZone(own));
  noteTimeZone("Pacific/Kiritimati");
  const { user, address } = showPage(<Filters />);
  screen.getByText("Days of Pacific/Kiritimati");

  await user.click(screen.getByRole("button", { name: "Today" }));

  expect(address()).toBe("/?startDate=2026-11-28&endDate=2026-11-28");
  expect(screen.getByRole("button", { name: "Today" }).getAttribute("aria-pressed")).toBe("true");
});
