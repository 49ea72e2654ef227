import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { setUpEach } from "#shared/testing/set-up.ts";
import { aTestContainer, aTestRow, aTestSession, cola, openFixture, testSessionId } from "./testing/panels.fixture.tsx";

const fixture = setUpEach(openFixture);
const tea = "7".repeat(24);

/** Containers 1 and 3 are for cola, 30 for tea, 2 for nothing. */
const fillMachine = () => {
  const { script } = fixture;
  script.machines = script.machines.map((one) => ({
    ...one,
    brands: [...one.brands, { brand: "Harbour Tea", product: tea }],
  }));
  const products: [label: string, product: string | null][] = [
    ["1", cola],
    ["2", null],
    ["3", cola],
    ["30", tea],
  ];
  script.containers = products.map(([label, product]) => ({ ...aTestContainer(label, true), product }));
};
const open = async (search: string) => {
  const page = fixture.open(search);
  await screen.findByText("4 containers, 4 working");
  return page;
};
const fill = async ({ user }: ReturnType<typeof fixture.open>, text: string) => {
  const numbers = screen.getByLabelText("Container numbers");
  await user.clear(numbers);
  await user.type(numbers, text);
};
const press = async ({ user }: ReturnType<typeof fixture.open>, group: string, button = group) =>
  user.click(within(screen.getByRole("group", { name: group })).getByRole("button", { name: button }));
const missing = () => document.querySelector(".panel-missing")?.textContent;
const sentProduct = async (calls: number) => {
  await waitFor(() => expect(fixture.sent.length).toBe(calls));
  return fixture.sent.at(-1)?.body.productId;
};

test("the picked containers say the product, where they are all for the same one", async () => {
  fillMachine();
  const page = await open("?machine=VM-1");
  expect(missing()).toBe("Choose a product and containers to open or check doors.");

  await fill(page, "1,3");
  expect(missing()).toBe("Verify Lock Close and Send Feedback need a session: open or check doors first.");
  await press(page, "Lock Status");
  expect(await sentProduct(1)).toBe(cola);

  // Other containers are another test: what was never chosen does not stay.
  await fill(page, "30");
  await press(page, "Lock Status");
  expect(await sentProduct(2)).toBe(tea);
});

test.each(["1,30", "1,2", "2", "1,99"])("containers %s say no product: it is chosen", async (picked) => {
  fillMachine();
  const page = await open("?machine=VM-1");
  await fill(page, picked);
  expect(missing()).toBe("Choose a product to open or check doors.");
  await press(page, "Lock Status");
  expect(screen.getByText("select Vending Machine and Product")).toBeTruthy();
  expect(fixture.sent).toEqual([]);
});

test("a product that was chosen stays, whatever is picked", async () => {
  fillMachine();
  const page = await open(`?machine=VM-1&product=${tea}`);
  await fill(page, "1");
  await press(page, "Lock Status");
  expect(await sentProduct(1)).toBe(tea);
});

test("a product that the machine's profile does not offer is not taken from its containers", async () => {
  fillMachine();
  fixture.script.machines = fixture.script.machines.map((one) => ({ ...one, brands: one.brands.slice(0, 1) }));
  const page = await open("?machine=VM-1");
  await fill(page, "30");
  expect(missing()).toBe("Choose a product to open or check doors.");
});

test("before any container is picked the product is that of the session which is shown", async () => {
  fillMachine();
  fixture.script.sessions[testSessionId] = { session: aTestSession({ productId: tea }), rows: [aTestRow("1")] };
  const page = await open(`?machine=VM-1&session=${testSessionId}`);
  await waitFor(() => expect(missing()).toBe("Choose containers to open or check doors."));
  await press(page, "Stock Update", "Verify Lock Close");
  expect(await sentProduct(1)).toBe(tea);
});
