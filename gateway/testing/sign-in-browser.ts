import { expect } from "vitest";
import type { GatewayUnderTest } from "./gateway-under-test.ts";
import type { SmsInbox } from "./sms-inbox.ts";

/** A browser of the owner of this phone, as far as signing in goes: it keeps the cookie that it is given. */
export const openSignInBrowser = (
  gateway: GatewayUnderTest,
  inbox: SmsInbox,
  ownPhone: string,
  jar: { cookie?: string } = {},
) => {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    gateway.request
      .post(path)
      .set({ ...(jar.cookie ? { cookie: jar.cookie } : {}), ...headers })
      .send(body);
  const requestCode = (phone = ownPhone) => inbox.arrivedAfter(phone, () => post("/auth/otp", { phone }));
  const enter = async (OTP: string, phone = ownPhone) => {
    const answer = await post("/auth/login", { phone, OTP });
    const [given] = (answer.headers["set-cookie"] as unknown as string[] | undefined) ?? [];
    if (given) jar.cookie = given.split(";")[0] ?? "";
    return answer;
  };
  return {
    jar,
    post,
    requestCode,
    enter,
    signIn: async (phone = ownPhone) => {
      expect((await requestCode(phone)).status).toBe(200);
      const answer = await enter(inbox.codeFor(phone), phone);
      expect(answer.status).toBe(200);
      return answer;
    },
    /** Guesses until it has to wait; returns the answer to the last guess. */
    guessUntilWait: async (phone = ownPhone) => {
      for (let n = 0; n < 10; n += 1) expect((await enter("0042", phone)).status).toBe(401);
      return enter("0042", phone);
    },
  };
};
