import { expect, test } from "vitest";
import { profiled } from "#shared/runtime/testing/profiled.ts";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { hashPassword } from "./passwords.ts";

const secret = "correct horse battery";
const gateway = setUpGateway({ limits: { mostLogins: 3, mostDevices: 3 }, standingClock: true });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (token: string) => (await gateway.request.get("/auth/me").set(bearer(token))).status;

test("of very many sign-ins the one ends that was used longest ago: all of them must end at once with a suspension", async () => {
  const password = await hashPassword(secret, quickPassword);
  const person = await addPerson(gateway.parts, { role: "staff", email: "many@example.test", password });
  const signIn = async (): Promise<string> => {
    gateway.clock.advance(120_000);
    const answer = await gateway.request.post("/auth/login").send({ email: person.email, password: secret });
    return answer.body.token;
  };
  const [first, second, third] = [await signIn(), await signIn(), await signIn()];
  gateway.clock.advance(120_000);
  expect(await statusOf(first)).toBe(200);

  const fourth = await signIn();

  expect(await Promise.all([first, second, third, fourth].map(statusOf))).toEqual([200, 401, 200, 200]);
  const ended = await gateway.stores.audit.find({ verb: "login.ended" }).toArray();
  expect(ended.map(({ after }) => after?.why)).toEqual(["too-many"]);
  expect(await gateway.stores.devices.countDocuments({ user: person._id })).toBe(3);
});

test("all other sign-ins end by one write, however many: one after another they took longer than a call may", async () => {
  const { parts, stores } = gateway;
  const person = await addPerson(parts, { role: "staff" });
  const others = await Promise.all(Array.from({ length: 20 }, () => gateway.openLogin(person._id)));
  const own = await gateway.openLogin(person._id);
  const end = () => gateway.request.delete("/auth/logins").set(bearer(own));

  const commands = await profiled(parts.mongo.db, async () => expect((await end()).status).toBe(200));

  const ofLogins = commands.filter(({ ns }) => ns.endsWith(".logins"));
  expect(ofLogins.length).toBeLessThan(10);
  expect(await Promise.all([...others, own].map(statusOf))).toEqual([...others.map(() => 401), 200]);
  const lines = await stores.audit.find({ "record.id": `${person._id}`, verb: "login.ended" }).toArray();
  expect(lines.map(({ after }) => after?.why)).toEqual(others.map(() => "ended"));
});
