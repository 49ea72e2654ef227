import { expect, test } from "vitest";
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
