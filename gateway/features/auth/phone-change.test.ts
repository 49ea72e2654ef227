import { ObjectId } from "mongodb";
import { expect, test } from "vitest";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";
import { addPerson } from "../../testing/people.ts";

const gateway = setUpGateway();
const admin = setUpOperator(gateway, "admin");

test("a changed phone ends the operator's logins, but the one at which they change it themselves", async () => {
  const [operator, self] = [await addPerson(gateway.parts, { role: "staff" }), await signedInAt(gateway)];
  const { logins, devices, audit } = gateway.stores;
  const change = (body: object) => admin.put(`/users/${operator._id}`, body);
  const signInOf = async (userId: ObjectId) => {
    const token = await gateway.openLogin(userId);
    return async () => (await gateway.request.get("/auth/me").set("authorization", `Bearer ${token}`)).status;
  };
  const reads = [await signInOf(operator._id), await signInOf(operator._id), await signInOf(self.userId)];
  const device = { user: operator._id, tokenHash: "known", createdAt: new Date() };
  await devices.insertOne({ _id: new ObjectId(), ...device, expiresAt: new Date(Date.now() + 1_000_000) });

  expect((await change({ name: "Renamed" })).status).toBe(200);
  expect(await Promise.all(reads.map((read) => read()))).toEqual([200, 200, 200]);
  expect((await change({ phone: "8222222222" })).status).toBe(200);
  expect((await self.put(`/users/${self.userId}`, { phone: "8333333333" })).status).toBe(200);

  expect(await Promise.all(reads.map((read) => read()))).toEqual([401, 401, 401]);
  expect((await self.get("/auth/me")).status).toBe(200);
  expect(await logins.countDocuments({ user: operator._id, endedAt: null })).toBe(0);
  expect(await devices.countDocuments({ user: operator._id })).toBe(0);
  const ended = await audit.find({ verb: "login.ended", "record.id": `${operator._id}` }).toArray();
  expect(ended.map(({ after }) => after?.why)).toEqual(["phone-changed", "phone-changed"]);
});

test.each<[string, object, object]>([
  ["suspended", { suspend: true }, { suspend: false }],
  ["made a customer", { role: "customer" }, { role: "staff" }],
])("who was %s and is let in again signs in anew: an older token stays invalid", async (_what, out, back) => {
  const operator = await signedInAt(gateway);
  const change = (body: object) => admin.put(`/users/${operator.userId}`, body);
  expect((await operator.get("/auth/me")).status).toBe(200);

  expect((await change(out)).status).toBe(200);
  expect((await change(back)).status).toBe(200);

  expect((await operator.get("/auth/me")).status).toBe(401);
  const line = await gateway.stores.audit.findOne({ verb: "login.ended", "record.id": `${operator.userId}` });
  expect(line?.after?.why).toBe("access-ended");
});
