import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { setUpEach } from "#shared/testing/set-up.ts";
import { saveFile } from "../../ui/save-file.ts";
import type { SheetToPack } from "../../ui/sheet.ts";
import { writeSheet } from "../../ui/write-sheet.ts";
import { cola, openFixture, testSessionId } from "./testing/panels.fixture.tsx";

vi.mock("../../ui/save-file.ts", () => ({ saveFile: vi.fn() }));

/** jsdom has no workers: the one that writes sheets does the same work here, in its own turn. */
class SheetWriter {
  onmessage: ((event: MessageEvent<{ content: ArrayBuffer }>) => void) | null = null;
  onerror: ((event: ErrorEvent) => void) | null = null;

  postMessage(sheet: SheetToPack): void {
    setTimeout(() => this.onmessage?.(new MessageEvent("message", { data: { content: writeSheet(sheet) } })));
  }

  terminate(): void {
    this.onmessage = null;
  }
}

const fixture = setUpEach(openFixture);
afterEach(() => vi.mocked(saveFile).mockReset());

const panel = (name: string) => within(screen.getByRole("group", { name }));
const ready = () => screen.findByText("4 containers, 3 working");

test.each([
  ["Ping", "Ping Vending Machine"],
  ["Ping Data", "Download"],
  ["Lock Data", "Download"],
])("%s needs a machine", async (name, button) => {
  const { user } = fixture.open();
  await user.click(panel(name).getByRole("button", { name: button }));

  expect(panel(name).getByRole("alert").textContent).toBe("Select Vending Machine");
  expect(fixture.sent).toEqual([]);
});

test("a ping needs no product and shows its session", async () => {
  const { user, address } = fixture.open("?machine=VM-1");
  await ready();
  await user.click(screen.getByRole("button", { name: "Ping Vending Machine" }));

  await waitFor(() => expect(address()).toContain(`session=${testSessionId}`));
  expect(fixture.sent).toEqual([
    { path: "/control-units/ping-for-testing", body: { vendingMachineId: "VM-1" }, key: expect.any(String) },
  ]);
});

test("a restart is disabled without a machine, and confirms with one", async () => {
  const { user, unmount } = fixture.open();
  const why = { name: "Restart Vending Machine", description: "Choose a vending machine first" };
  expect(screen.getByRole("button", why).getAttribute("aria-disabled")).toBe("true");
  unmount();

  const { user: again } = fixture.open("?machine=VM-1");
  await ready();
  await again.click(screen.getByRole("button", { name: "Restart Vending Machine" }));
  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Restart Gate 1?");
  expect(fixture.sent).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Restart Vending Machine" }));
  await waitFor(() => expect(fixture.sent.at(-1)?.path).toBe("/control-units/vending-machine-restart"));
});

const at = "2026-11-21T09:00:00.000Z";
const pingRow = {
  vendingMachineId: "VM-1",
  serialNumber: "CU-1",
  kind: "live",
  strength: -60,
  version: "1.2",
  uptime: 12,
  roundTripMs: null,
  datetime: at,
  unitTime: at,
};
const lockRow = {
  vendingMachineId: "VM-1",
  serialNumber: "CU-1",
  containerId: "3",
  channel: 3,
  isLocked: false,
  unlisted: 0,
  datetime: at,
  unitTime: at,
};

test.each([
  ["Ping Data", "/control-units/vending-machine-ping-report", { pigData: [pingRow] }, "PingData.xlsx"],
  ["Lock Data", "/control-units/vending-machine-lock-report", { lockData: [lockRow] }, "LockData.xlsx"],
])("%s is requested by year/month/day and saved as a sheet", async (name, path, body, file) => {
  vi.stubGlobal("Worker", SheetWriter);
  fixture.script.answers[path] = { status: 200, body: { success: true, ...body } };
  const { user } = fixture.open("?machine=VM-1");
  await ready();
  const field = panel(name).getByLabelText("Start Date");
  await user.clear(field);
  await user.type(field, "2026-11-03");
  await user.click(panel(name).getByRole("button", { name: "Download" }));

  await waitFor(() => expect(vi.mocked(saveFile)).toHaveBeenCalledWith(file, expect.any(Blob)));
  expect(fixture.sent).toMatchObject([{ path, body: { vendingMachineId: "VM-1", startDate: "2026/11/03" } }]);
});

test("while a report is on its way its button says so; nothing found is said, and nothing saved", async () => {
  let give: (response: Response) => void = () => undefined;
  const { user } = fixture.open("?machine=VM-1");
  await ready();
  const others = globalThis.fetch;
  vi.stubGlobal("fetch", (url: string, init: RequestInit) =>
    url.includes("/vending-machine-ping-report")
      ? new Promise<Response>((resolve) => {
          give = resolve;
        })
      : others(url, init),
  );
  const button = panel("Ping Data").getByRole("button", { name: "Download" });
  await user.click(button);
  expect(button.getAttribute("aria-busy")).toBe("true");

  give(new Response(JSON.stringify({ success: true, pigData: [] })));
  await screen.findByText(/^No Ping Data of Gate 1 since/);
  expect(button.getAttribute("aria-busy")).toBeNull();
  expect(saveFile).not.toHaveBeenCalled();
});

test("a command that got no answer says so, and pressed again is still the same one", async () => {
  fixture.script.answers["/control-units/ping-for-testing"] = null;
  const { user } = fixture.open(`?machine=VM-1&product=${cola}`);
  await ready();
  const ping = screen.getByRole("button", { name: "Ping Vending Machine" });
  await user.click(ping);
  await screen.findByText("Error: Failed to send command");
  await user.click(ping);

  await waitFor(() => expect(fixture.sent).toHaveLength(2));
  expect(fixture.sent[1]?.key).toBe(fixture.sent[0]?.key);
});
