import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { addAlertAtom, alertLogAtom, unseenAlertsAtom } from "../state/alerts.atoms.ts";
import { showPage } from "../testing/screen.tsx";

beforeEach(() => vi.useFakeTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("an alert leaves after 1500 ms and stays in the log with its time", () => {
  const { store } = showPage(null);
  const before = Date.now();
  act(() => store.set(addAlertAtom, { kind: "success", text: "Vending Machine Registered" }));

  pass(1499);
  expect(screen.getByRole("status").textContent).toContain("Vending Machine Registered");
  pass(1);
  expect(screen.queryByText("Vending Machine Registered")).toBeNull();
  expect(store.get(alertLogAtom)).toMatchObject([{ text: "Vending Machine Registered", at: before }]);
});

it("an alert with its own time keeps to it", () => {
  const { store } = showPage(null);
  act(() => store.set(addAlertAtom, { kind: "success", text: "Order Updated", ms: 700 }));

  pass(699);
  expect(screen.queryByText("Order Updated")).not.toBeNull();
  pass(1);
  expect(screen.queryByText("Order Updated")).toBeNull();
});

it("a failure is announced at once and counted until the log is opened", () => {
  const { store } = showPage(null);
  act(() => store.set(addAlertAtom, { kind: "danger", text: "Failed to feth Orders" }));

  expect(screen.getByRole("alert").textContent).toContain("Failed to feth Orders");
  expect(store.get(unseenAlertsAtom)).toBe(1);
});

it("time stands still while an alert is hovered, and goes on where it stopped", () => {
  const { store } = showPage(null);
  act(() => store.set(addAlertAtom, { kind: "success", text: "Successful" }));
  pass(1000);

  const toast = screen.getByText("Successful").closest(".toast") as HTMLElement;
  fireEvent.pointerEnter(toast);
  pass(60_000);
  expect(screen.queryByText("Successful")).not.toBeNull();

  fireEvent.pointerLeave(toast);
  pass(499);
  expect(screen.queryByText("Successful")).not.toBeNull();
  pass(1);
  expect(screen.queryByText("Successful")).toBeNull();
});

it("the timer stops while an alert has the focus", () => {
  const { store } = showPage(null);
  act(() => store.set(addAlertAtom, { kind: "success", text: "Successful" }));
  const dismiss = screen.getByRole("button", { name: "Dismiss" });

  act(() => dismiss.focus());
  pass(60_000);
  expect(screen.queryByText("Successful")).not.toBeNull();

  act(() => dismiss.blur());
  pass(1500);
  expect(screen.queryByText("Successful")).toBeNull();
});

it("the same words twice are one alert that stays as long as the newer one", () => {
  const { store } = showPage(null);
  act(() => store.set(addAlertAtom, { kind: "danger", text: "Invalid OTP" }));
  pass(1000);
  act(() => store.set(addAlertAtom, { kind: "danger", text: "Invalid OTP" }));
  pass(1000);

  expect(screen.getAllByText("Invalid OTP")).toHaveLength(1);
  expect(store.get(alertLogAtom)).toHaveLength(2);
});
