import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { Job } from "#shared/jobs/job.schema.ts";
import { store } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { pretendPhone } from "../../testing/dom.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as JobsPage } from "./JobsPage.tsx";

const now = "2026-11-21T08:30:00.000Z";
const asha = { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role: "admin" } as const;
const jobOf = (number: number, name: string, failed: Job["failed"]): Job => ({
  _id: String(number).padStart(24, "0"),
  name,
  does: `Does ${name}`,
  schedule: { kind: "asked" },
  queue: "control-units",
  timeLimitSeconds: 30,
  runs: 4,
  failures: failed.length,
  lastRunAt: now,
  lastMs: 80,
  lastDoneAt: now,
  lastFailedAt: null,
  reason: null,
  nextAt: null,
  runningSince: null,
  latest: [],
  failed,
});
const failure = { at: now, reason: "MongoDB did not answer in time", about: "KOC-0001", retriedAt: null };

let requested: string[];
let jobs: Job[];
beforeEach(() => {
  requested = [];
  store.set(tokenAtom, "a token");
  store.set(operatorAtom, asha);
  jobs = [jobOf(1, "machine.advance", [failure]), jobOf(2, "orders.sweep", [failure]), jobOf(3, "tallies.count", [])];
  vi.stubGlobal("fetch", async (url: string, { method }: { method: string }) => {
    const answer = (reply: object) => new Response(JSON.stringify({ success: true, ...reply }));
    if (method === "GET") return answer({ jobs, timeZone: "Asia/Kolkata", kept: [], asOf: "0".repeat(16) });
    requested.push(url.replace("/api/v1.2", ""));
    return answer({ job: jobs.find(({ _id }) => url.includes(_id)) });
  });
});

test("several jobs are retried together; one in which nothing failed is left and says so", async () => {
  const { user } = showPage(<JobsPage />, { store });
  await screen.findByRole("checkbox", { name: "Select tallies.count" });
  await user.click(screen.getByRole("checkbox", { name: "Select all that are shown" }));

  const bar = within(await screen.findByRole("region", { name: "Selected rows" }));
  await user.click(await bar.findByRole("button", { name: /^Retry ?2$/ }));

  await screen.findByText("Retry: 2 done, 1 not");
  await screen.findAllByText("Nothing of this job has failed");
  expect(requested.sort()).toEqual(["1", "2"].map((id) => `/jobs/${id.padStart(24, "0")}/retry`));
});

test("on a phone as well what failed is tried again where it stands", async () => {
  pretendPhone();
  const { user } = showPage(<JobsPage />, { store });

  await user.click(await screen.findByRole("button", { name: "Retry machine.advance" }));

  expect(requested).toEqual([`/jobs/${"1".padStart(24, "0")}/retry`]);
  expect(screen.queryByRole("button", { name: "Retry tallies.count" })).toBeNull();
});

test("a recurring job that nobody begins is overdue, in its row and in the head line", async () => {
  const late = new Date(Date.now() - 180_000).toISOString();
  jobs = [
    { ...jobOf(1, "sales.count", []), schedule: { kind: "every", seconds: 2 }, nextAt: late },
    jobOf(2, "tallies.count", []),
  ];
  showPage(<JobsPage />, { store });

  await screen.findByText("Overdue");
  expect(screen.getByText(/2 jobs, none failing, 1 overdue/)).toBeTruthy();
});
