import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { setUpEach } from "#shared/testing/set-up.ts";
import { store } from "../../state/jotai.ts";
import { manyTestMachinesAtom } from "./control-units.atoms.ts";
import {
  aTestRow,
  aTestSession,
  chosen,
  cola,
  openFixture,
  otherSessionId,
  testSessionId,
} from "./testing/panels.fixture.tsx";

const fixture = setUpEach(openFixture);

const panel = (name: string) => within(screen.getByRole("group", { name }));
const press = async ({ user }: ReturnType<typeof fixture.open>, name: string, button = name) =>
  user.click(panel(name).getByRole("button", { name: button }));
const numbers = () => screen.getByLabelText<HTMLInputElement>("Container numbers");
/** Types them for every panel. */
const fill = async ({ user }: ReturnType<typeof fixture.open>, text: string) => {
  await user.clear(numbers());
  await user.type(numbers(), text);
};
const ready = () => screen.findByText("4 containers, 3 working");
const missing = () => document.querySelector(".panel-missing")?.textContent;
const answer = async (page: ReturnType<typeof fixture.open>, button: string) =>
  page.user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: button }));

test.each(["Open Container", "Lock Status", "Check Open Container", "Check Lock Status"])(
  "%s requires machine and product before anything else",
  async (name) => {
    const page = fixture.open();
    await fill(page, "x");
    await press(page, name);

    expect(panel(name).getByRole("alert").textContent).toBe("select Vending Machine and Product");
    expect(fixture.sent).toEqual([]);
  },
);

test.each([
  ["stays chosen for the next machine that offers it", cola, "Choose containers"],
  ["is to be chosen anew where the next one does not offer it", "e".repeat(24), "Choose a product and containers"],
])("the product %s", async (_, offered, words) => {
  const next = { _id: "b".repeat(24), vendingMachineId: "VM-2", name: "Gate 2" };
  const brands = [{ brand: "Kochi Cola", product: offered }];
  fixture.script.machines.push(...fixture.script.machines.map((first) => ({ ...first, ...next, brands })));
  const { user } = fixture.open(chosen);
  await ready();
  screen.getByRole("combobox", { name: "Vending Machine" }).focus();
  await user.keyboard("{ArrowDown}");
  await user.click(await screen.findByRole("option", { name: "Gate 2", hidden: true }));
  await screen.findByText("VM-2");
  expect(missing()).toBe(`${words} to open or check doors.`);
});

test("Stock Update requires machine and product, Verify Lock Close for a session as well", async () => {
  const page = fixture.open();
  await press(page, "Stock Update", "Open");
  expect(panel("Stock Update").getByRole("alert").textContent).toBe("select Vending Machine and Product");
  await press(page, "Stock Update", "Verify Lock Close");
  expect(panel("Stock Update").getByRole("alert").textContent).toBe(
    "select Vending Machine and Product / Session Not found",
  );
});

test.each([
  ["1;2", "Invalid Input"],
  ["1,3,,1", "Container - Duplicates"],
])("the list %s is refused beside its field: %s", async (text, error) => {
  const page = fixture.open(chosen);
  await ready();
  await fill(page, text);
  await press(page, "Lock Status");

  expect(panel("Containers").getByText(error)).toBeTruthy();
  expect(fixture.sent).toEqual([]);
});

test("opening names machine and containers and waits for a yes; reading does not", async () => {
  const page = fixture.open(chosen);
  await ready();
  await fill(page, "1,30");
  await press(page, "Open Container", "Open 1 and 30");

  const dialog = await screen.findByRole("alertdialog");
  expect(dialog.textContent).toContain("Open 2 containers of Gate 1?");
  expect(dialog.textContent).toContain("At Gate 1 (VM-1) the doors of containers 1, 30 open at once.");
  await answer(page, "Cancel");
  expect(fixture.sent).toEqual([]);

  await press(page, "Open Container", "Open 1 and 30");
  await answer(page, "Open 2 containers");
  await screen.findByText("Success");
  expect(fixture.sent).toEqual([
    {
      path: "/control-units/open",
      body: { vendingMachineId: "VM-1", containers: ["1", "30"], productId: cola },
      key: expect.any(String),
    },
  ]);

  await fill(page, "3");
  await press(page, "Check Open Container");
  await waitFor(() => expect(fixture.sent.at(-1)?.path).toBe("/control-units/check-open"));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test("numbers are toggled into the list; the machine's missing ones cannot be", async () => {
  const page = fixture.open(chosen);
  await ready();
  const number = (label: string) =>
    panel("Containers").getByRole<HTMLButtonElement>("button", { name: new RegExp(`^Container ${label}(,|$)`) });
  await page.user.click(number("3"));
  await page.user.click(number("2"));
  await page.user.click(number("1"));
  await page.user.click(number("3"));

  expect(numbers().value).toBe("2,1");
  expect(number("2").getAttribute("aria-pressed")).toBe("true");
  expect(number("4").disabled).toBe(true);
  // Twenty at least, and whatever else the machine has; once, for every panel.
  const all = panel("Containers")
    .getAllByRole("button")
    .map((one) => one.textContent);
  expect(all).toEqual([...Array.from({ length: 20 }, (_, at) => String(at + 1)), "30"]);
});

test("one sentence says what is missing before anything is pressed, and goes as it is given", async () => {
  const empty = fixture.open();
  expect(missing()).toBe("Choose a vending machine, a product and containers to open or check doors.");
  empty.unmount();
  const page = fixture.open("?machine=VM-1");
  await ready();
  expect(missing()).toBe("Choose a product and containers to open or check doors.");
  page.unmount();

  const chosenPage = fixture.open(chosen);
  await ready();
  expect(missing()).toBe("Choose containers to open or check doors.");
  await fill(chosenPage, "1");
  expect(missing()).toBe("Verify Lock Close and Send Feedback need a session: open or check doors first.");
});

test("the button that opens doors names the containers, or counts many of them", async () => {
  const page = fixture.open(chosen);
  await ready();
  const words = () => panel("Open Container").getByRole("button").textContent;
  expect(words()).toBe("Open Container");
  await fill(page, "3,30");
  expect(words()).toBe("Open 3 and 30");
  await fill(page, "1,2,3,30,31");
  expect(words()).toBe("Open 5 containers");
  await fill(page, "1,1");
  expect(words()).toBe("Open Container");
});

test("'all' replaces the list with every container, also those that are out of order", async () => {
  const page = fixture.open(chosen);
  await ready();
  await fill(page, "2");
  await page.user.click(panel("Containers").getByRole("checkbox", { name: /^all/ }));
  await press(page, "Check Lock Status");

  await waitFor(() => expect(fixture.sent.at(-1)?.body.containers).toEqual(["1", "2", "3", "30"]));
});

test("Verify Lock Close queries the current session", async () => {
  fixture.script.sessions[testSessionId] = { session: aTestSession(), rows: [aTestRow("1")] };
  fixture.script.answers["/control-units/lock-close-verify"] = {
    status: 200,
    body: { success: true, sessionId: otherSessionId, message: "Stored" },
  };
  const page = fixture.open(`${chosen}&session=${testSessionId}`);
  await ready();
  await press(page, "Stock Update", "Verify Lock Close");

  await waitFor(() =>
    expect(fixture.sent.at(-1)?.body).toEqual({ vendingMachineId: "VM-1", id: testSessionId, productId: cola }),
  );
  await waitFor(() => expect(page.address()).toContain(`session=${otherSessionId}`));
});

test("Failed To Open and Failed To Close exclude each other, as do the operation types; each can be cleared", async () => {
  const page = fixture.open();
  const box = (name: string) => panel("Testing Feedback").getByRole<HTMLInputElement>("checkbox", { name });
  const checked = () =>
    panel("Testing Feedback")
      .getAllByRole<HTMLInputElement>("checkbox")
      .map((one) => one.checked);
  await page.user.click(box("Failed To Open"));
  await page.user.click(box("Open Container"));
  expect(checked()).toEqual([true, false, true, false]);
  await page.user.click(box("Failed To Close"));
  await page.user.click(box("Stock Update"));
  expect(checked()).toEqual([false, true, false, true]);
  await page.user.click(box("Failed To Close"));
  expect(checked()).toEqual([false, false, false, true]);
});

test("feedback is required in order, and sent with the current session", async () => {
  const page = fixture.open(chosen);
  await ready();
  const send = () => press(page, "Testing Feedback", "Send Feedback");
  const untilSaid = (sentence: string) =>
    waitFor(() => expect(panel("Testing Feedback").getByRole("alert").textContent).toBe(sentence));
  const pick = (name: string) => page.user.click(panel("Testing Feedback").getByRole("checkbox", { name }));
  await send();
  await untilSaid("Select Lock Status");
  await pick("Failed To Close");
  await send();
  await untilSaid("Select Operation Type");
  await pick("Stock Update");
  await send();
  await untilSaid("select Vending Machine / Session Not found");

  await fill(page, "1");
  await press(page, "Lock Status");
  await waitFor(() => expect(panel("Testing Feedback").queryByRole("alert")).toBeNull());
  fixture.script.answers["/control-units/testing-feedback"] = { status: 200, body: { success: true, message: "Kept" } };
  await send();
  await waitFor(() =>
    expect(fixture.sent.at(-1)).toMatchObject({
      path: "/control-units/testing-feedback",
      body: {
        vendingMachineId: "VM-1",
        id: testSessionId,
        lockFailedTo: "Failed To Close",
        operationType: "Stock Update",
      },
    }),
  );
});

test("in a large network the machine of the address is loaded alone, and others are searched for", async () => {
  fixture.script.total = 90_000;
  onTestFinished(() => store.set(manyTestMachinesAtom, 0));
  fixture.open(chosen);

  expect(await screen.findByText("Chosen: Gate 1")).toBeTruthy();
  expect(screen.getByRole("searchbox", { name: "Vending Machine" })).toBeTruthy();
  await ready();
});
