import type { UserDocument } from "#shared/users/people.document.server.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { demoId } from "./add-missing.ts";

const person = (phone: string, name: string, role: Role, more: Partial<UserDocument> = {}) => ({
  phone,
  name,
  role,
  ...more,
});

/** The admin is made by the gateway itself. These numbers are made up, and a trial sends no message to any of them. */
const people = [
  person("9876543211", "Anjali Menon", "staff"),
  person("9000000101", "Rahul Varma", "customer", { needDeposit: true }),
  person("9000000102", "Fathima Beevi", "customer", { needDeposit: true, needSecurityDeposit: true }),
  person("9000000103", "Thomas Kurian", "customer"),
  person("9000000104", "Lakshmi Nair", "customer", { needDeposit: true }),
  person("9000000105", "Arjun Pillai", "customer", { suspend: true }),
  person("9000000106", "Sneha Joseph", "customer"),
];

/** The operator who fills the machines of the demo network. */
export const stockerId = demoId("user", "9876543211");

const emailOf = (name: string) => `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;

export const usersOf = (now: number): UserDocument[] =>
  people.map((one, index) => ({
    _id: demoId("user", one.phone),
    email: emailOf(one.name),
    suspend: false,
    needDeposit: false,
    needSecurityDeposit: false,
    password: null,
    createdAt: new Date(now - (index + 2) * 86_400_000),
    rev: 0,
    ...one,
  }));
