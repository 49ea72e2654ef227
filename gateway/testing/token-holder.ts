import { ObjectId } from "mongodb";
import { expect } from "vitest";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { addPerson } from "./people.ts";
import type { setUpSignIn } from "./sign-in.fixture.ts";

/** An operator's token, as a thief has it too: nothing was confirmed since the sign-in. */
export const createTokenHolder =
  ({ gateway, inbox }: ReturnType<typeof setUpSignIn>) =>
  async (options: Partial<UserDocument> = {}) => {
    const email = `${new ObjectId()}@example.test`;
    const person = await addPerson(gateway.parts, { role: "admin", email, ...options });
    const token = await gateway.openLogin(person._id, { isProved: false });
    const call = (method: "get" | "post" | "put" | "delete") => (path: string, body?: object) =>
      gateway.request[method](path).set("authorization", `Bearer ${token}`).send(body);
    const [post, put] = [call("post"), call("put")];
    return {
      person,
      token,
      post,
      put,
      get: call("get"),
      del: call("delete"),
      proveByCode: async () => {
        expect((await post("/auth/proof/code")).body).toEqual({ success: true });
        return post("/auth/proof", { OTP: inbox.codeFor(person.phone) });
      },
    };
  };
