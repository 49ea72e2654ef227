import { ObjectId } from "mongodb";
import { systemClock } from "#shared/runtime/clock.ts";
import { readServiceConfig } from "#shared/runtime/config.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { defaultLimits } from "../../../../gateway/limits.ts";
import { openLogin } from "../../../../gateway/testing/open-login.ts";
import type { Installation } from "../../installation.ts";
import { type Answer, type Called, callAt } from "./watched.ts";

const password = "mango river seven lanterns";
const another = "lanterns of seven mango rivers";

export interface Stage {
  urls: string[];
  admin: string;
  customer: ObjectId;
  operator: UserDocument;
  /** The token of the sign-in that is watched. */
  token: string;
  /** Another one of the same operator. */
  own: string;
}
type Act = (stage: Stage) => Promise<Answer>;

let phone = 7_111_111_111;
const newPhone = () => {
  phone += 1;
  return { phone: `${phone}` };
};
/** All at the first gateway. */
const byAdmin =
  (change: () => object): Act =>
  ({ urls: [url = ""], admin, operator }) =>
    callAt(url, admin, ["PUT", `/users/${operator._id}`, change()]);

export const madeStaff = "made staff";
/** Each ends the watched sign-in, or takes the rights of an admin from it. */
export const acts: Record<string, Act> = {
  suspended: byAdmin(() => ({ suspend: true })),
  "made a customer": byAdmin(() => ({ role: "customer" })),
  [madeStaff]: byAdmin(() => ({ role: "staff" })),
  "given another phone": byAdmin(newPhone),
  "given a password": ({ urls: [url = ""], admin, operator }) =>
    callAt(url, admin, ["PUT", `/users/${operator._id}/password`, { password }]),
  "signed out by their other sign-in": ({ urls: [url = ""], own }) => callAt(url, own, ["DELETE", "/auth/logins", {}]),
  "given a password by themselves": ({ urls: [url = ""], own }) =>
    callAt(url, own, ["PUT", "/auth/password", { password: another }]),
  "given another phone by themselves": ({ urls: [url = ""], own, operator }) =>
    callAt(url, own, ["PUT", `/users/${operator._id}`, newPhone()]),
  "signed out in another tab": ({ urls: [url = ""], token }) => callAt(url, token, ["POST", "/auth/logout", {}]),
};

/**
 * Calls that the sign-in must lose: for an admin who is made staff, those that only admins may make; for all others,
 * those that every operator may make.
 */
export const callsOf = (name: string, { customer }: Stage): Called[] =>
  name === madeStaff
    ? [
        ["GET", "/api-keys"],
        ["PUT", "/settings", { refundsAlone: Math.floor(Math.random() * 900) }],
        ["GET", "/webhooks"],
      ]
    : [
        ["GET", "/auth/me"],
        ["GET", "/users/all"],
        ["PUT", `/users/${customer}/note`, { note: `${Math.random()}` }],
      ];

/** Answers how to begin: with an admin who is signed in twice, and a customer. */
export const plantStages = async ({ mongo, env, gateways, token: admin }: Installation) => {
  const { users } = mongo.collections;
  const config = readServiceConfig(env);
  const log = createLogger("signs in", "silent");
  const parts = { config, mongo, clock: systemClock, limits: defaultLimits, log };
  const customer = aUser({ role: "customer" });
  await users.insertOne(customer);
  return async (): Promise<Stage> => {
    const operator = aUser({ role: "admin", email: `${new ObjectId()}@example.test` });
    await users.insertOne(operator);
    const [token, own] = [await openLogin(parts, operator._id), await openLogin(parts, operator._id)];
    return { urls: gateways.map(({ url }) => url), admin, customer: customer._id, operator, token, own };
  };
};
