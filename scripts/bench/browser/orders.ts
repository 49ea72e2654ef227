import type { Page } from "playwright-core";
import type { Mongo } from "#shared/runtime/mongo.ts";
import type { Visit } from "../../testing/visit.ts";
import { answeredIn } from "./answered.ts";

interface Around {
  before?: () => Promise<unknown>;
  after?: () => Promise<unknown>;
}

export interface Answers {
  what: string;
  ms: number[];
}

const main = (page: Page) => page.getByRole("main");
const button = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true });

/** Chooses by the keyboard in a select field, as it stands open. */
const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await main(page).getByRole("combobox", { name: label }).focus();
  await page.keyboard.press("ArrowDown");
  await page.getByRole("option", { name: option, exact: true }).click();
};

/** Phones and ids that are in the list, and where they are not at its head. */
const examplesOf = async ({ collections }: Mongo, many: number) => {
  const orders = await collections.orders.aggregate([{ $sample: { size: many } }]).toArray();
  const users = await collections.users.find({ _id: { $in: orders.map(({ user }) => user) } }).toArray();
  const machines = await collections.machines.find().limit(many).toArray();
  return {
    orderIds: orders.map(({ orderId }) => String(orderId)),
    phones: users.map(({ phone }) => phone),
    machines: machines.map(({ vendingMachineId }) => vendingMachineId),
  };
};

/** The list of orders as an operator uses it: each deed `rounds` times, from his last touch to the answer on the screen. */
export const useOrders = async (
  { page, goTo }: Pick<Visit, "page" | "goTo">,
  mongo: Mongo,
  rounds: number,
): Promise<Answers[]> => {
  const examples = await examplesOf(mongo, rounds + 1);
  const ready = () => page.locator("tbody tr.row").first().waitFor();
  const pages = async (): Promise<number> => {
    const [, last = "1"] = /of (\d+)/.exec((await page.getByText(/^Page \d+ of \d+$/).textContent()) ?? "") ?? [];
    return Number(last);
  };
  const clear = () => answeredIn(page, () => button(page, "Clear").click());
  const found: Answers[] = [];
  const measure = async (what: string, deed: (round: number) => Promise<unknown>, more: Around = {}) => {
    await goTo("/Orders");
    await ready();
    const ms: number[] = [];
    // The first one is not measured: code is compiled there.
    for (let round = 0; round <= rounds; round += 1) {
      await more.before?.();
      const took = await answeredIn(page, () => deed(round));
      if (round > 0) ms.push(took);
      await more.after?.();
    }
    found.push({ what, ms });
  };
  const typed = (label: string, texts: string[]) => (round: number) =>
    page
      .getByLabel(label, { exact: true })
      .focus()
      .then(() => page.keyboard.type(texts[round % texts.length] ?? "", { delay: 60 }));

  await measure("type: a phone", typed("Phone", examples.phones), { after: clear });
  // A paste is handed on at once; who types an id letter by letter is waited for, 250 ms of what is measured here.
  const pasted = (round: number) =>
    page
      .getByLabel("Order Id", { exact: true })
      .focus()
      .then(() => page.evaluate((text) => navigator.clipboard.writeText(text), examples.orderIds[round] ?? ""))
      .then(() => page.keyboard.press("Control+V"));
  await measure("type: an order id, pasted", pasted, { after: clear });
  await measure("type: an order id", typed("Order Id", examples.orderIds), { after: clear });
  await measure("type: a machine's id", typed("Vending Machine", examples.machines), { after: clear });
  await measure("filter: a status", () => choose(page, "Status", "payment failed"), { after: clear });
  await measure("filter: the last 30 days", () => button(page, "30 d").click(), { after: clear });
  const canceled = () => answeredIn(page, () => choose(page, "Status", "payment canceled"));
  await measure("filter: cleared", () => button(page, "Clear").click(), { before: canceled });
  let views = 0;
  await measure("sort: old, new", () => {
    views += 1;
    return button(page, views % 2 === 1 ? "Old" : "New").click();
  });
  await measure("sort: the head of Time", () => main(page).getByRole("button", { name: "Time", exact: true }).click());
  await measure("page: Next", () => button(page, "Next").click());
  let ends = 0;
  await measure("page: Last, First", () => {
    ends += 1;
    return button(page, ends % 2 === 1 ? "Last" : "First").click();
  });
  await goTo("/Orders");
  await ready();
  const last = await pages();
  await measure("page: its number", async (round) => {
    await page.getByLabel("Page number").fill(String(2 + ((round * 7_919) % (last - 2))));
    await page.keyboard.press("Enter");
  });
  return found;
};
