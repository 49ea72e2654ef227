import { beforeAll, expect, test } from "vitest";
import { quickPassword, setUpGateway } from "../../testing/gateway-under-test.ts";
import { addPerson } from "../../testing/people.ts";
import { hashPassword } from "./passwords.ts";

const password = "correct horse battery";
/** A tenth of a second each: the calls of the test arrive while the first one is compared. */
const passwordCost = { ...quickPassword, N: 2 ** 15 };
const gateway = setUpGateway({ limits: { signInPerMinute: 100_000, passwordCost } });
let hash: string;
beforeAll(async () => {
  hash = await hashPassword(password, passwordCost);
});

test("an operator whose script proves itself by its password without end keeps no colleague from signing in by theirs", async () => {
  const busy = await addPerson(gateway.parts, { email: "busy@example.test", password: hash });
  const { email } = await addPerson(gateway.parts, { email: "colleague@example.test", password: hash });
  const tokens = await Promise.all(Array.from({ length: 3 }, () => gateway.openLogin(busy._id)));
  const proofs = tokens.flatMap((token) =>
    Array.from({ length: 8 }, async () =>
      gateway.request.post("/auth/proof").set("authorization", `Bearer ${token}`).send({ password }),
    ),
  );
  await Promise.race(proofs);

  const answer = await gateway.request.post("/auth/login").send({ email, password });

  expect(answer.status).toBe(200);
  await Promise.all(proofs);
});
