import { expect, onTestFinished, test } from "vitest";
import { aUser } from "#shared/runtime/testing/stored-records.ts";
import { setUpGateway } from "../testing/gateway-under-test.ts";
import { signedInAt } from "../testing/operator.ts";
import { addPerson } from "../testing/people.ts";

const gateway = setUpGateway();

/** Somebody is just adding this user, until the returned function is called: others who add the same phone try again. */
const holdPhone = async (phone: string): Promise<() => Promise<void>> => {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let adding: Promise<void> | undefined;
  await new Promise<void>((begun, fail) => {
    adding = gateway.parts.mongo.inTransaction(async (session) => {
      await gateway.stores.users.insertOne(aUser({ phone }), { session });
      begun();
      await ended;
    });
    adding.catch(fail);
  });
  const release = async () => {
    end?.();
    await adding;
  };
  onTestFinished(release);
  return release;
};

test("two operators who add users with forty sign-ins at once keep no colleague's changes waiting", async () => {
  const colleague = await signedInAt(gateway);
  const scripts = [await addPerson(gateway.parts), await addPerson(gateway.parts)];
  const customer = await addPerson(gateway.parts, { role: "customer" });
  const signIns = scripts.flatMap(({ _id }) => Array.from({ length: 20 }, () => gateway.openLogin(_id)));
  const tokens = await Promise.all(signIns);
  const phone = "9000000041";
  const release = await holdPhone(phone);
  const adding = tokens.map((token) => {
    const call = gateway.request.post("/auth/register").set("authorization", `Bearer ${token}`);
    return call.send({ name: "New", phone, role: "customer" }).then(({ status }) => status);
  });
  // They have come before it.
  await gateway.request.get("/auth/me").set("authorization", `Bearer ${tokens[0]}`);

  const answer = await colleague.put(`/users/${customer._id}/note`, { note: "Prefers mornings", rev: 0 });

  expect(answer.status).toBe(200);
  await release();
  expect(new Set(await Promise.all(adding))).toEqual(new Set([409]));
});
