import { act, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { showPage } from "../testing/screen.tsx";
import { FilterText } from "./FilterText.tsx";
import { type ListState, useListState } from "./list-state.ts";

const shows = ["All", "Online", "Offline"] as const;
const filters = { show: "Offline" as (typeof shows)[number], phone: "" };
type Filters = typeof filters;

interface Held {
  list?: ListState<Filters>;
}

function Page({ held }: { held: Held }) {
  const list = useListState({ filters, choices: { show: shows }, sort: "-time" });
  held.list = list;
  return (
    <FilterText label="Phone" value={list.filters.phone} onCommit={(to, how) => list.setFilter("phone", to, how)} />
  );
}

function showList(at: string) {
  const held: Held = {};
  const shown = showPage(<Page held={held} />, { at });
  const list = () => {
    if (!held.list) throw new Error("not drawn");
    return held.list;
  };
  const change = (action: (list: ListState<Filters>) => void) => act(async () => action(list()));
  return { ...shown, list, change };
}

it("what is at its default is not in the URL, everything else is", async () => {
  const { list, change, address } = showList("/");
  expect(list()).toMatchObject({ filters, sort: { id: "time", desc: true }, page: 1, isFiltered: false });

  await change((now) => now.setFilter("show", "All"));
  await change((now) => now.setSort({ id: "name", desc: false }));
  await change((now) => now.setColumn("status", ["Online", "Offline, for long"]));
  await change((now) => now.setPage(4));
  expect(address()).toBe("/?show=All&sort=name&in.status=Online&in.status=Offline%2C+for+long&page=4");
});

it("a pasted link restores filters, order, head filters and page exactly", async () => {
  const first = showList("/");
  await first.change((now) => now.setFilters({ show: "Online", phone: "98765&=#?" }));
  await first.change((now) => now.setSort({ id: "name", desc: true }));
  await first.change((now) => now.setColumn("name", ["gate + 9"]));
  await first.change((now) => now.setPage(3));
  const link = first.address();
  const { key: _key, ...shown } = first.list();
  first.unmount();

  const { key: _other, ...restored } = showList(link).list();
  expect(JSON.stringify(restored)).toBe(JSON.stringify(shown));
  expect(restored.filters.phone).toBe("98765&=#?");
});

it("Back and Forward go through the list's states", async () => {
  const { list, change, router } = showList("/");
  await change((now) => now.setFilter("show", "All"));
  await change((now) => now.setPage(2));

  await act(() => router.navigate(-1));
  expect([list().filters.show, list().page]).toEqual(["All", 1]);
  await act(() => router.navigate(-1));
  expect(list().filters.show).toBe("Offline");
  await act(() => router.navigate(1));
  expect(list().filters.show).toBe("All");
});

it("a new filter or order goes back to page 1; a new page keeps them", async () => {
  const { list, change } = showList("/?page=7&show=All");

  await change((now) => now.setPage(8));
  expect([list().page, list().filters.show]).toEqual([8, "All"]);
  await change((now) => now.setSort({ id: "name", desc: false }));
  expect(list().page).toBe(1);
});

it("two changes in one event both take effect", async () => {
  const { list, change } = showList("/");
  await change((now) => {
    now.setFilter("show", "All");
    now.setFilter("phone", "98");
  });
  expect(list().filters).toEqual({ show: "All", phone: "98" });
});

it("nonsense in a pasted link counts as nothing", () => {
  const { list } = showList("/?show=Sideways&page=-3&sort=-");
  expect(list()).toMatchObject({ filters: { show: "Offline" }, page: 1, sort: null });
});

it("clearing forgets all filters and keeps the order", async () => {
  const { list, change, address } = showList("/?show=All&phone=98&in.name=x&sort=name&page=2");
  await change((now) => now.clear());
  expect(list().isFiltered).toBe(false);
  expect(address()).toBe("/?sort=name");
});

it("typing filters after a pause and leaves one step for Back", async () => {
  const { list, user, router, address } = showList("/");
  const field = screen.getByLabelText("Phone");

  await user.type(field, "98");
  await waitFor(() => expect(address()).toBe("/?phone=98"));
  await user.type(field, "76");
  await waitFor(() => expect(address()).toBe("/?phone=9876"));
  await act(() => router.navigate(-1));
  expect(list().filters.phone).toBe("");
});

it("what a page sets once it was left changes no other page's address", async () => {
  const { list, router, address } = showList("/?phone=1");
  const left = list();
  await act(() => router.navigate("/elsewhere?phone=9811112222"));

  await act(async () => left.setFilters({ show: "All" }));

  expect(address()).toBe("/elsewhere?phone=9811112222");
});
