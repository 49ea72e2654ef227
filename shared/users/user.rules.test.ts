import { expect, test } from "vitest";
import {
  changesAccess,
  losesAdmin,
  losesConsole,
  requireAdmin,
  whyNotEditUser,
  whyNotGrant,
  whyOnlyAdmin,
} from "./user.rules.ts";

const roles = "Only an admin may grant a role or make staff";

test.each([
  { by: "admin", role: "admin", why: null },
  { by: "admin", role: "staff", why: null },
  { by: "admin", role: "customer", why: null },
  { by: "staff", role: "customer", why: null },
  { by: "staff", role: "staff", why: roles },
  { by: "staff", role: "admin", why: roles },
  { by: "customer", role: "customer", why: "A customer may not add users" },
] as const)("$by adds $role: $why", ({ by, role, why }) => {
  expect(whyNotGrant(by, role)).toBe(why);
});

test.each([
  ["unit-secrets", "Only an admin may read or renew the secret of a control unit"],
  ["roles", roles],
  ["sign-ins", "Only an admin may change how another operator signs in, suspend one or let one in again"],
  ["passwords", "Only an admin may set a password for somebody else"],
  ["api-keys", "Only an admin may see, create or end API keys"],
  ["settings", "Only an admin may change the settings"],
  ["reconciliation", "Only an admin may start the reconciliation"],
  ["jobs", "Only an admin may retry a job"],
  ["stock-rebuild", "Only an admin may rebuild the stock in Redis"],
  ["account-deletion", "Only an admin may delete an account"],
] as const)("what only an admin does (%s) is refused to staff in the words that the button shows", (action, why) => {
  expect(whyOnlyAdmin("admin", action)).toBeNull();
  expect(() => requireAdmin("admin", action)).not.toThrow();
  expect(whyOnlyAdmin("staff", action)).toBe(why);
  expect(() => requireAdmin("staff", action)).toThrow(expect.objectContaining({ code: "forbidden", message: why }));
});

const admin = { _id: "a", role: "admin" } as const;
const other = { _id: "b", role: "admin" } as const;
const staff = { _id: "s", role: "staff" } as const;
const colleague = { _id: "d", role: "staff", phone: "1", email: "d@example.in" } as const;
const customer = { _id: "c", role: "customer" } as const;
const signIns = "Only an admin may change how another operator signs in, suspend one or let one in again";
const last = "This is the last admin: make another user an admin first";

test.each([
  { what: "staff edit a customer", by: staff, user: customer, change: { suspend: true }, admins: 1, why: null },
  {
    what: "staff edit an admin",
    by: staff,
    user: admin,
    change: {},
    admins: 1,
    why: "Only an admin may edit an admin",
  },
  { what: "staff change a role", by: staff, user: customer, change: { role: "staff" }, admins: 1, why: roles },
  {
    what: "staff send the role as it is",
    by: staff,
    user: customer,
    change: { role: "customer" },
    admins: 1,
    why: null,
  },
  { what: "an admin makes staff", by: admin, user: customer, change: { role: "staff" }, admins: 0, why: null },
  {
    what: "staff suspend themselves",
    by: staff,
    user: staff,
    change: { suspend: true },
    admins: 1,
    why: "Nobody suspends himself",
  },
  { what: "staff change their own phone", by: staff, user: staff, change: { phone: "2" }, admins: 1, why: null },
  { what: "staff rename a colleague", by: staff, user: colleague, change: { phone: "1" }, admins: 1, why: null },
  {
    what: "staff suspend a colleague",
    by: staff,
    user: { ...colleague, suspend: false },
    change: { suspend: true },
    admins: 1,
    why: signIns,
  },
  {
    what: "staff send a colleague's suspension as it is",
    by: staff,
    user: { ...colleague, suspend: true },
    change: { suspend: true },
    admins: 1,
    why: null,
  },
  {
    what: "an admin suspends a colleague",
    by: admin,
    user: { ...colleague, suspend: false },
    change: { suspend: true },
    admins: 1,
    why: null,
  },
  { what: "an admin changes a phone", by: admin, user: colleague, change: { phone: "2" }, admins: 1, why: null },
  {
    what: "staff change a colleague's phone",
    by: staff,
    user: colleague,
    change: { phone: "2" },
    admins: 1,
    why: signIns,
  },
  {
    what: "staff change a colleague's email",
    by: staff,
    user: colleague,
    change: { email: "" },
    admins: 1,
    why: signIns,
  },
  {
    what: "staff let a suspended colleague in",
    by: staff,
    user: { ...colleague, suspend: true },
    change: { suspend: false },
    admins: 1,
    why: signIns,
  },
  {
    what: "an admin suspends himself",
    by: admin,
    user: admin,
    change: { suspend: true },
    admins: 1,
    why: "Nobody suspends himself",
  },
  {
    what: "an admin suspends another of several",
    by: admin,
    user: other,
    change: { suspend: true },
    admins: 1,
    why: null,
  },
  { what: "the last admin is suspended", by: admin, user: other, change: { suspend: true }, admins: 0, why: last },
  { what: "the last admin gives up the role", by: admin, user: admin, change: { role: "staff" }, admins: 0, why: last },
  {
    what: "the last admin sends the role as it is",
    by: admin,
    user: admin,
    change: { role: "admin" },
    admins: 0,
    why: null,
  },
  {
    what: "staff send a colleague's email as it is",
    by: staff,
    user: colleague,
    change: { email: "d@example.in" },
    admins: 1,
    why: null,
  },
  {
    what: "staff edit nothing of a suspended colleague",
    by: staff,
    user: { ...colleague, suspend: true },
    change: {},
    admins: 1,
    why: null,
  },
  {
    what: "staff suspend whom nobody can say to be let in",
    by: staff,
    user: colleague,
    change: { suspend: true },
    admins: 1,
    why: null,
  },
  { what: "the last admin lets himself in", by: admin, user: admin, change: { suspend: false }, admins: 0, why: null },
] as const)("$what: $why", ({ by, user, change, admins, why }) => {
  expect(whyNotEditUser(by, user, change, admins)).toBe(why);
});

test.each([
  { user: "admin", change: { role: "staff" }, admin: true, console: false },
  { user: "admin", change: { role: "customer" }, admin: true, console: true },
  { user: "admin", change: { role: "admin" }, admin: false, console: false },
  { user: "admin", change: { suspend: true }, admin: true, console: true },
  { user: "admin", change: { suspend: false }, admin: false, console: false },
  { user: "admin", change: {}, admin: false, console: false },
  { user: "staff", change: { role: "customer" }, admin: false, console: true },
  { user: "staff", change: { role: "admin" }, admin: false, console: false },
  { user: "staff", change: { suspend: true }, admin: false, console: true },
  { user: "staff", change: { phone: "2" }, admin: false, console: false },
  { user: "customer", change: { suspend: true }, admin: false, console: false },
  { user: "customer", change: { role: "customer" }, admin: false, console: false },
] as const)(
  "an edit $change of $user takes the admin's rights: $admin, the console: $console",
  ({ user, change, ...loses }) => {
    expect(losesAdmin({ role: user }, change)).toBe(loses.admin);
    expect(losesConsole({ role: user }, change)).toBe(loses.console);
  },
);

const signsIn = { phone: "7110000001", email: "anu@example.com", suspend: false };
test.each([
  ["customer", {}, false],
  ["customer", { phone: "7110000002" }, false],
  ["customer", { role: "customer" }, false],
  ["customer", { role: "staff" }, true],
  ["staff", {}, false],
  ["staff", { role: "customer" }, true],
  ["staff", { role: "staff", phone: signsIn.phone, email: signsIn.email, suspend: false }, false],
  ["staff", { phone: "7110000002" }, true],
  ["staff", { phone: undefined }, false],
  ["admin", { email: "binu@example.com" }, true],
  ["admin", { suspend: true }, true],
  ["admin", { role: "staff" }, true],
] as const)("of a %s, %j decides who may sign in to the console: %s", (role, change, decides) => {
  expect(changesAccess({ role, ...signsIn }, change)).toBe(decides);
});

test("a customer who is suspended loses no console", () => {
  expect(losesConsole({ role: "customer" }, { suspend: true })).toBe(false);
});
