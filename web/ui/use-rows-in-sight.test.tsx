import { act, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { showPage } from "../testing/screen.tsx";
import { useRowsInSight } from "./use-rows-in-sight.ts";

afterEach(() => scrollTo(0));
const scrollTo = (scrollY: number) => {
  Object.defineProperty(window, "scrollY", { value: scrollY, configurable: true });
  window.dispatchEvent(new Event("scroll"));
};

function Rows({ count }: { count: number }) {
  const [from, to] = useRowsInSight({ count, height: 100, top: 50, beyond: 2 });
  return <p>{`${from} to ${to}`}</p>;
}

test("what the window shows is drawn, and two rows above and below", () => {
  vi.stubGlobal("innerHeight", 1_000);
  showPage(<Rows count={500} />);
  expect(screen.getByText("0 to 12")).toBeTruthy();

  act(() => scrollTo(2_050));
  expect(screen.getByText("18 to 32")).toBeTruthy();
  act(() => scrollTo(60_000));
  expect(screen.getByText("500 to 500")).toBeTruthy();
});

test("never more rows than there are", () => {
  showPage(<Rows count={3} />);
  expect(screen.getByText("0 to 3")).toBeTruthy();
});
