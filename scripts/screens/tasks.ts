import type { Hand } from "./counted-hand.ts";

const main = ({ page }: Hand) => page.getByRole("main");
const nav = ({ page }: Hand) => page.getByRole("navigation", { name: "Console", exact: true });
const link = (hand: Hand, name: string | RegExp) => main(hand).getByRole("link", { name });
const button = (hand: Hand, name: string | RegExp) => main(hand).getByRole("button", { name });
const work = (hand: Hand) => hand.page.getByRole("region", { name: "Case" });
/** The button of a dialog that asks once more. */
const confirm = (hand: Hand, name: string | RegExp) => hand.page.locator("dialog[open]").getByRole("button", { name });
const toast = ({ page }: Hand, text: string) => page.locator(".toast", { hasText: text });
const choose = async (hand: Hand, field: string, option: string | RegExp) => {
  const combobox = hand.page.getByRole("combobox", { name: field });
  await hand.click(hand.page.locator(".select", { has: combobox }));
  await hand.click(hand.page.getByRole("option", { name: option, exact: true }));
};
/** Without a camera: a tap on the machine in the list. */
const scanFor = async (hand: Hand, machine: RegExp) => {
  await hand.click(hand.page.getByRole("button", { name: "Scan" }));
  await hand.click(hand.page.getByRole("list", { name: "Machines" }).getByRole("button", { name: machine }));
};
/** A page of the navigation. */
const goTo = (hand: Hand, page: string | RegExp) => hand.click(nav(hand).getByRole("link", { name: page }));

export interface Task {
  who: "operator" | "technician" | "back office";
  does: string;
  /** Clicks, keys and scrolls together; a screen on which it takes more has become worse. */
  most: number;
  /** From Home, the first page after the sign-in. */
  steps: (hand: Hand) => Promise<void>;
}

/** What people come to the console for, each by the shortest way that its screens show. */
export const tasks: readonly Task[] = [
  {
    who: "operator",
    does: "Refund a failed vend",
    most: 3,
    steps: async (hand) => {
      await hand.click(link(hand, /failed vends?$/));
      await work(hand)
        .getByRole("button", { name: /^Refund/ })
        .waitFor();
      await hand.press("r");
      await hand.click(confirm(hand, /^Refund/));
      await toast(hand, "Refund").waitFor();
    },
  },
  {
    who: "operator",
    does: "Acknowledge an alarm and assign it",
    most: 2,
    steps: async (hand) => {
      await hand.click(nav(hand).getByRole("link", { name: /^Alarms/ }));
      await work(hand)
        .getByRole("button", { name: /^Acknowledge/ })
        .waitFor();
      // Who takes it has seen it.
      await hand.press("a");
      await work(hand)
        .getByRole("button", { name: /^Give back/ })
        .waitFor();
    },
  },
  {
    who: "operator",
    does: "Check a payment of no order",
    most: 5,
    steps: async (hand) => {
      await hand.click(nav(hand).getByRole("link", { name: /^Payments To Check/ }));
      await hand.click(hand.page.locator(".queue-row", { hasText: "pay_DemoNoOrder01" }));
      await hand.press("r");
      await hand.page.getByRole("dialog", { name: "Resolved" }).waitFor();
      await hand.click(confirm(hand, "Given back"));
      await hand.click(confirm(hand, "Mark as resolved"));
      await toast(hand, "Payment Updated").waitFor();
    },
  },
  {
    who: "operator",
    does: "Find the machines that are sold out of a brand",
    most: 2,
    steps: async (hand) => {
      await hand.click(nav(hand).getByRole("link", { name: "Inventory Status" }));
      await hand.click(button(hand, /^\d+ out of/));
      await hand.page.getByText(/of 24 vending machines/).waitFor();
    },
  },
  {
    who: "operator",
    does: "Approve a deletion",
    most: 3,
    steps: async (hand) => {
      await goTo(hand, /^Account Deletion/);
      await hand.click(button(hand, /^Delete account/));
      await hand.click(confirm(hand, "Delete account"));
      await toast(hand, "Successful").waitFor();
    },
  },
  {
    who: "operator",
    does: "Put a machine under maintenance",
    most: 4,
    steps: async (hand) => {
      await hand.click(link(hand, "Edappally Metro"));
      await hand.click(link(hand, "Settings"));
      await hand.click(button(hand, "Repair"));
      await hand.click(button(hand, "Begin work"));
      await main(hand).getByRole("button", { name: "End work" }).waitFor();
    },
  },
  {
    who: "technician",
    does: "Open a door of the machine before them",
    most: 4,
    steps: async (hand) => {
      await scanFor(hand, /CUSAT Library/);
      await hand.click(hand.page.getByRole("button", { name: /^Container 5\b/ }));
      await hand.click(confirm(hand, /^Open/));
      await hand.page.getByRole("list", { name: "Opened doors" }).getByText("Opened").first().waitFor();
    },
  },
  {
    who: "technician",
    does: "Open a door of a machine that is back online",
    most: 4,
    steps: async (hand) => {
      await scanFor(hand, /CUSAT Library/);
      await hand.click(hand.page.getByRole("button", { name: /^Container 6\b/ }));
      await hand.click(confirm(hand, /^Open/));
      await hand.page.getByRole("list", { name: "Opened doors" }).getByText("Opened").first().waitFor();
    },
  },
  {
    who: "technician",
    does: "Test doors 3 and 4",
    most: 7,
    steps: async (hand) => {
      await hand.click(hand.page.getByRole("link", { name: "Test" }));
      await choose(hand, "Vending Machine", "CUSAT Library");
      // Its product is that of the containers.
      await hand.click(button(hand, "Container 3"));
      await hand.click(button(hand, "Container 4"));
      await hand.click(button(hand, "Open 3 and 4"));
      await hand.click(confirm(hand, /^Open/));
      await hand.see(hand.page.getByRole("list", { name: "Containers" }));
    },
  },
  {
    who: "technician",
    does: "Register a unit that waits",
    most: 5,
    steps: async (hand) => {
      await hand.click(link(hand, /units? waiting$/));
      await hand.click(hand.page.locator(".queue-row"));
      await hand.click(button(hand, /^Cochin Airport/));
      await hand.click(main(hand).getByRole("button", { name: "Register", exact: true }));
      await hand.page.getByText("is shown only now").waitFor();
    },
  },
  {
    who: "back office",
    does: "Find a customer by phone and see their last order",
    most: 12,
    steps: async (hand) => {
      await hand.press("Control+k");
      await hand.type("9000001018");
      await hand.page.getByRole("option", { name: /9000001018/ }).waitFor();
      await hand.press("Enter");
      await hand.see(hand.page.getByRole("region", { name: "Last orders" }).locator("tbody tr.row"));
    },
  },
  {
    who: "back office",
    does: "Change a brand's price in a profile",
    most: 6,
    steps: async (hand) => {
      await goTo(hand, "Profiles");
      await hand.click(link(hand, "Ernakulam Standard"));
      const brand = hand.page.getByRole("form", { name: "Kochi Cola", exact: true });
      await hand.click(brand.getByLabel("Price", { exact: true }));
      await hand.type("48");
      await hand.press("Enter");
      await toast(hand, "Profile Data Updated").waitFor();
    },
  },
  {
    who: "back office",
    does: "See who changed a price",
    most: 3,
    steps: async (hand) => {
      await goTo(hand, "Profiles");
      await hand.click(link(hand, "Ernakulam Standard"));
      await hand.click(link(hand, "Changes"));
      await hand.see(main(hand).locator("tbody tr.row").first());
    },
  },
  {
    who: "back office",
    // Workers that make it do not run here.
    does: "Ask for last month's purchase data",
    most: 4,
    steps: async (hand) => {
      await hand.click(nav(hand).getByRole("link", { name: "Downloads" }));
      await hand.click(button(hand, "Last month"));
      await hand.click(main(hand).getByRole("button", { name: "Order", exact: true }));
      await hand.click(button(hand, "Generate"));
      await main(hand).locator("tbody tr.row", { hasText: "Waiting" }).waitFor();
    },
  },
  {
    who: "back office",
    does: "Add a product",
    most: 18,
    steps: async (hand) => {
      await goTo(hand, "Products");
      await hand.click(link(hand, "Add New Product"));
      await main(hand).getByLabel("Brand").waitFor();
      await hand.type("Harbour Tea");
      await hand.click(main(hand).getByRole("button", { name: "Product", exact: true }));
      await hand.press("Tab");
      await hand.type("45");
      await hand.press("Enter");
      await toast(hand, "Product").waitFor();
    },
  },
  {
    who: "back office",
    does: "Send a failed webhook again",
    most: 4,
    steps: async (hand) => {
      await hand.click(nav(hand).getByRole("button", { name: /^System/ }));
      await goTo(hand, "Webhooks");
      // Newer ones wait, and are tried again by themselves.
      await hand.click(button(hand, "Given up"));
      const row = main(hand).locator("tbody tr.row", { hasText: "Given up" });
      await hand.click(row.getByRole("button", { name: /^Send again/ }));
      await main(hand).getByText("No delivery is in this state").waitFor();
    },
  },
];
