import { afterEach, beforeEach, expect, test } from "vitest";
import { addAlertAtom, alertLogAtom } from "./alerts.atoms.ts";
import { confirmAtom, openDialogAtom } from "./dialogs.atoms.ts";
import { followTabs } from "./follow-tabs.ts";
import { createStore, type Store } from "./jotai.ts";
import { leftOnPurposeAtom, operatorAtom, signedInAtom, signOutAtom, tokenAtom } from "./session.atoms.ts";

let tab: Store;
let close: () => void;

/** The browser notifies every other tab of what one has stored. */
const storeElsewhere = (token: string | null) => {
  if (token === null) localStorage.removeItem("token");
  else localStorage.setItem("token", token);
  window.dispatchEvent(new StorageEvent("storage", { key: "token", newValue: token }));
};
const stored = () => localStorage.getItem("token");

beforeEach(() => {
  localStorage.clear();
  tab = createStore();
  tab.set(tokenAtom, "old");
  close = followTabs(tab);
});
afterEach(() => close());

test("a new sign-in in one tab is used by the other", () => {
  storeElsewhere("new");

  expect(tab.get(tokenAtom)).toBe("new");
  expect(stored()).toBe("new");
});

test("signing out in one tab signs out the other, which offers its page again", () => {
  storeElsewhere(null);

  expect(tab.get(signedInAtom)).toBe(false);
  expect(tab.get(leftOnPurposeAtom)).toBe(false);
});

test.each([null, "of another operator"])(
  "where another tab stores the token %j, what the last operator was told is forgotten here",
  (token) => {
    tab.set(addAlertAtom, { kind: "info", text: "Asha Rao may sign in" });

    storeElsewhere(token);

    expect(tab.get(alertLogAtom)).toEqual([]);
  },
);

test("where the sign-in ends, what its operator was asked is not left on the screen, and not done", async () => {
  const question = { title: "Refund the can?", body: "A can is credited to Asha Rao again.", action: "Refund Can" };
  const confirmed = [tab.set(confirmAtom, question), tab.set(confirmAtom, question)];

  tab.set(signOutAtom, "refused");

  expect(tab.get(openDialogAtom)).toBeNull();
  expect(await Promise.all(confirmed)).toEqual([false, false]);
});

test("a browser that forgets everything it stored signs out as well", () => {
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));

  expect(tab.get(signedInAtom)).toBe(false);
});

test("other things that are stored sign nobody in or out", () => {
  localStorage.setItem("token", "not told");
  window.dispatchEvent(new StorageEvent("storage", { key: "theme" }));

  expect(tab.get(tokenAtom)).toBe("old");
});

test("a tab whose old token ends before it knows the newer one leaves that alone and uses it", () => {
  localStorage.setItem("token", "new");

  tab.set(signOutAtom, "refused");

  expect(stored()).toBe("new");
  expect(tab.get(tokenAtom)).toBe("new");
});

test("a token that ends is forgotten where no other is stored", () => {
  tab.set(operatorAtom, { _id: "1", name: "Asha", phone: "9876543210", email: "", role: "staff" });

  tab.set(signOutAtom, "refused");

  expect(stored()).toBeNull();
  expect(tab.get(operatorAtom)).toBeNull();
  expect(tab.get(leftOnPurposeAtom)).toBe(false);
});

test("Logout forgets whatever token is stored", () => {
  localStorage.setItem("token", "new");

  tab.set(signOutAtom, "asked");

  expect(stored()).toBeNull();
  expect(tab.get(leftOnPurposeAtom)).toBe(true);
});

test("a page that comes back from the browser's cache looks at what is stored now", () => {
  localStorage.setItem("token", "new");

  window.dispatchEvent(new Event("pageshow"));

  expect(tab.get(tokenAtom)).toBe("new");
});
