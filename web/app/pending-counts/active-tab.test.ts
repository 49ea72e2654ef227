import { afterEach, expect, test } from "vitest";
import { isActiveTab, keepActiveTab } from "./active-tab.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
const opened = () => {
  ends.push(keepActiveTab());
  window.dispatchEvent(new Event("pointerdown"));
};
const anotherIsUsed = () => localStorage.setItem("tab", "another");

test("the tab that was used last is the one, until another is used", async () => {
  opened();
  expect(await isActiveTab()).toBe(true);
  anotherIsUsed();
  expect(await isActiveTab()).toBe(false);
  window.dispatchEvent(new Event("focus"));
  expect(await isActiveTab()).toBe(true);
});

test("a tab that is closed leaves its place to another, and to no other's", async () => {
  opened();
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem("tab")).toBeNull();
  expect(await isActiveTab()).toBe(true);

  anotherIsUsed();
  window.dispatchEvent(new Event("pagehide"));
  expect(localStorage.getItem("tab")).toBe("another");
});

test("of tabs that find the place empty at once the last one to take it is the one", async () => {
  const elected = isActiveTab();
  anotherIsUsed();
  expect(await elected).toBe(false);
});
