import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { showPage } from "../../testing/screen.tsx";
import { Search } from "./Search.tsx";

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Response(JSON.stringify({ success: true, results: [] })));
});

const press = (...keys: string[]) =>
  act(() => {
    for (const key of keys) fireEvent.keyDown(document.body, { key });
  });
const pressCtrlK = () => act(() => void fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }));
const field = () => screen.findByRole<HTMLInputElement>("combobox", { name: "Find a page or a record" });

test("what is typed right after Ctrl-K stands in the field, though the palette is still on its way", async () => {
  showPage(<Search />);

  pressCtrlK();
  press(..."gate");

  expect(screen.queryByRole("combobox")).toBeNull();
  expect((await field()).value).toBe("gate");
});

test("once the palette stands, and after it was closed, letters are nobody's but the field's", async () => {
  const { user } = showPage(<Search />);
  pressCtrlK();
  await field();
  pressCtrlK();
  await user.type(await field(), "ga");
  expect((await field()).value).toBe("ga");

  act(() => (screen.getByRole("dialog") as HTMLDialogElement).close());
  expect(screen.queryByRole("combobox")).toBeNull();

  expect(fireEvent.keyDown(document.body, { key: "x" })).toBe(true);
  pressCtrlK();
  expect((await field()).value).toBe("");
});
