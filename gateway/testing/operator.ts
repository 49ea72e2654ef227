import { setUp } from "#shared/testing/set-up.ts";
import type { Role } from "#shared/users/user.schema.ts";
import { type GatewayUnderTest, gatewayOf, type WithGateway } from "./gateway-under-test.ts";

/** Calls of the API by a signed-in operator. */
export const signedInAt = async (gateway: GatewayUnderTest, role: Role = "staff") => {
  const { token, userId } = await gateway.signIn(role);
  const call = (method: "get" | "post" | "put" | "delete") => (path: string, body?: object) =>
    gateway.request[method](path).set("authorization", `Bearer ${token}`).send(body);
  return { userId, get: call("get"), post: call("post"), put: call("put"), delete: call("delete") };
};
export type SignedInOperator = Awaited<ReturnType<typeof signedInAt>>;

/** An operator of a file. */
export const setUpOperator = (at: WithGateway, role?: Role): SignedInOperator =>
  setUp(() => signedInAt(gatewayOf(at), role));
