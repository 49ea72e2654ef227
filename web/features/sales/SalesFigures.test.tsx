import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { SalesSummary } from "#shared/sales/sales.schema.ts";
import { showPage } from "../../testing/screen.tsx";
import { SalesFigures } from "./SalesFigures.tsx";

const summary = (sales: number, cans: number, orders: number): SalesSummary => ({
  days: [{ date: "2026-11-21", sales, cans, orders, isOpen: false }],
  brands: [],
  machines: [],
});
const facts = () => [...document.querySelectorAll(".head-facts dd")].map((one) => one.textContent);

test("each figure stands beside the same of the days before", () => {
  showPage(<SalesFigures summary={summary(1_200, 30, 10)} before={summary(1_000, 40, 10)} />);

  expect(facts()).toEqual([
    "₹1,200.00+20 % from ₹1,000.00",
    "30\u221225 % from 40",
    "10\u00b10 % from 10",
    "₹120.00+20 % from ₹100.00",
  ]);
  expect(screen.getByText("1 day, beside the 1 day before")).toBeTruthy();
});

test("where nothing was sold before, that is said once", () => {
  showPage(<SalesFigures summary={summary(1_200, 30, 10)} before={summary(0, 0, 0)} />);

  expect(facts()).toEqual(["₹1,200.00", "30", "10", "₹120.00"]);
  expect(screen.getByText("1 day; nothing was sold in the 1 day before")).toBeTruthy();
});
