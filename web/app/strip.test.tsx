import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { addAlertAtom } from "../state/alerts.atoms.ts";
import { connectionAtom, oldPartsAtom } from "../state/connection.atoms.ts";
import { unreadReportsAtom } from "../state/report-news.atoms.ts";
import { showPage } from "../testing/screen.tsx";
import { RelativeTime } from "../ui/RelativeTime.tsx";
import { AlertLog } from "./bell/AlertLog.tsx";
import { LiveIndicator } from "./LiveIndicator.tsx";
import { ThemeSwitch } from "./ThemeSwitch.tsx";

it("the indicator says whether the screen is the present, and since when it is not", () => {
  const { store } = showPage(<LiveIndicator />);
  const since = new Date(2026, 10, 21, 14, 5).getTime();

  expect(screen.queryByRole("status")).toBeNull();
  act(() => store.set(connectionAtom, { state: "live", since }));
  expect(screen.getByRole("status").textContent).toBe("Live");
  act(() => store.set(connectionAtom, { state: "reconnecting", since }));
  expect(screen.getByRole("status").textContent).toBe("Reconnecting");
  act(() => store.set(connectionAtom, { state: "stale", since }));
  expect(screen.getByRole("status").textContent).toBe("Stale since 14:05");
});

it("the indicator says that a part of the page is old although the connection stands", () => {
  const { store } = showPage(<LiveIndicator />);
  const since = new Date(2026, 10, 21, 14, 5).getTime();
  act(() => store.set(connectionAtom, { state: "live", since: since - 3_600_000 }));

  act(() =>
    store.set(
      oldPartsAtom,
      new Map([
        [{}, since + 60_000],
        [{}, since],
      ]),
    ),
  );
  expect(screen.getByRole("status").textContent).toBe("Stale since 14:05");
  act(() => store.set(oldPartsAtom, new Map()));
  expect(screen.getByRole("status").textContent).toBe("Live");
});

it("the log lists past alerts, newest first, and opening it settles the mark", async () => {
  const { store, user } = showPage(<AlertLog />);
  act(() => {
    store.set(addAlertAtom, { kind: "success", text: "OTP sent", ms: 1 });
    store.set(addAlertAtom, { kind: "danger", text: "Failed to feth Users", ms: 1 });
  });

  await user.click(screen.getByRole("button", { name: "Alerts, 1 failed" }));
  const texts = (await screen.findAllByRole("listitem")).map((item) => item.querySelector(".log-text")?.textContent);
  expect(texts).toEqual(["Failed: Failed to feth Users", "Done: OTP sent"]);
  expect(await screen.findByRole("button", { name: "Alerts" })).toBeTruthy();
});

it("the bell counts reports that have ended beside what failed", () => {
  const { store } = showPage(<AlertLog />);
  act(() => store.set(unreadReportsAtom, 1));
  expect(screen.getByRole("button", { name: "Alerts, 1 new report" }).querySelector("[data-count='1']")).toBeTruthy();
  act(() => {
    store.set(unreadReportsAtom, 3);
    store.set(addAlertAtom, { kind: "danger", text: "Failed to feth Users", ms: 1 });
  });
  expect(screen.getByRole("button", { name: "Alerts, 1 failed, 3 new reports" })).toBeTruthy();
});

it("sound is off until it is switched on, for this browser, and is tried at once", async () => {
  const { user } = showPage(<AlertLog />);
  await user.click(screen.getByRole("button", { name: "Alerts" }));
  const sound = await screen.findByRole("switch", { name: "Sound in this browser" });
  expect([(sound as HTMLInputElement).checked, localStorage.getItem("sound")]).toEqual([false, null]);

  await user.click(sound);
  expect(localStorage.getItem("sound")).toBe("on");
  // This window has no way to sound.
  await screen.findByText(/browser blocks sounds/);

  await user.click(sound);
  expect(localStorage.getItem("sound")).toBeNull();
  expect(screen.queryByText(/browser blocks sounds/)).toBeNull();
});

it("a chosen theme applies to this browser, and System removes it", async () => {
  const { user } = showPage(<ThemeSwitch />);

  await user.click(screen.getByRole("button", { name: "Theme: system" }));
  await user.click(screen.getByRole("menuitemradio", { name: "Dark" }));
  expect([document.documentElement.dataset.theme, localStorage.getItem("theme")]).toEqual(["dark", "dark"]);

  await user.click(screen.getByRole("button", { name: "Theme: dark" }));
  await user.click(screen.getByRole("menuitemradio", { name: "System" }));
  expect([document.documentElement.dataset.theme, localStorage.getItem("theme")]).toEqual([undefined, null]);
});

it("times tick together and carry the full time", () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 14, 5, 9) });
  const at = Date.now() - 58_000;
  showPage(<RelativeTime at={at} />);

  expect(screen.getByText("58 s ago").getAttribute("title")).toContain("14:04:11");
  act(() => vi.advanceTimersByTime(2000));
  expect(screen.getByText("1 min ago")).toBeTruthy();
});
