import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { noteTimeZone } from "../../state/server-zone.ts";
import DayCalendar from "./DayCalendar.tsx";

const calendar = () => (
  <DayCalendar
    days={["2026-11-03", "2026-11-05"]}
    isRange
    min="2026-01-01"
    max="2026-12-31"
    onPick={() => undefined}
    onLeave={() => undefined}
  />
);
const focused = () => document.activeElement?.textContent;

it("the focus stays on its day when the calendar is drawn anew between two keys", async () => {
  const user = userEvent.setup();
  const { rerender } = render(calendar());
  expect(focused()).toBe("3 Nov 2026");
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("10 Nov 2026");

  const before = screen.getByRole("grid");
  rerender(calendar());
  expect(screen.getByRole("grid")).not.toBe(before);
  expect(focused()).toBe("10 Nov 2026");

  await user.keyboard("{ArrowRight}");
  expect(focused()).toBe("11 Nov 2026");
});

it("the focus goes along into the next month and back", async () => {
  const user = userEvent.setup();
  render(calendar());
  await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(focused()).toBe("24 Nov 2026");
  await user.keyboard("{ArrowDown}");
  expect(focused()).toBe("1 Dec 2026");
  await user.keyboard("{ArrowLeft}");
  expect(focused()).toBe("30 Nov 2026");
});

it("the day that is marked as today is the server's", () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-04T20:00:00Z") });
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  onTestFinished(() => noteTimeZone(own));
  noteTimeZone("Pacific/Kiritimati");

  const { container } = render(calendar());

  const marked = [...container.querySelectorAll("[data-p-today=true]")].map(({ textContent }) => textContent);
  expect(marked).toEqual(["5 Nov 2026"]);
});
