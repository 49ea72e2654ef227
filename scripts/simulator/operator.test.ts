import { expect, onTestFinished, test } from "vitest";
import { changeSettings } from "#shared/settings/settings.api.ts";
import { openFarEnd } from "../testing/far-end.ts";
import { signIn } from "./operator.ts";

const settings = {
  _id: "5e77165000000000000000aa",
  refundsAlone: 7,
  cansAlone: null,
  depositAlone: null,
  slotsAlone: null,
  rev: 1,
};
const needed = { success: false, error: "Confirm that it is you", needsProof: true };

/** A console that wants a proof for its settings; `right` is the code that it sends. */
const openConsole = async (right: string) => {
  const said: string[] = [];
  let isProved = false;
  const { url, stop } = await openFarEnd(({ method, path: whole, body: text }, reply) => {
    const path = whole.replace("/api/v1.2", "");
    said.push(`${method} ${path}`);
    const answer = (status: number, body: object) => reply.writeHead(status).end(JSON.stringify(body));
    if (path === "/settings") return isProved ? answer(200, { success: true, settings }) : answer(403, needed);
    if (path !== "/auth/proof") return answer(200, { success: true, token: "a.b.c", failedTries: null });
    isProved = JSON.parse(text).OTP === right;
    return isProved ? answer(200, { success: true }) : answer(400, { success: false, error: "Invalid OTP" });
  });
  onTestFinished(stop);
  return { url, said };
};
const change = { body: { refundsAlone: 7, rev: 0 } };

test("a call that wants a proof goes on once the code was typed, and calls at once request one code", async () => {
  const { url, said } = await openConsole("4711");
  const typed = ["0000", " 4711 "];
  const requestCode = async () => typed.shift() ?? null;
  const operator = await signIn({ url, phone: "9876543210", otp: "1234", requestCode });

  const answers = await Promise.all([operator.call(changeSettings, change), operator.call(changeSettings, change)]);

  expect(answers.map(({ settings: { refundsAlone } }) => refundsAlone)).toEqual([7, 7]);
  expect(said.filter((call) => call === "POST /auth/proof/code")).toHaveLength(1);
});

test("where nobody is there to type it, one sentence says so", async () => {
  const { url } = await openConsole("4711");
  const operator = await signIn({ url, phone: "9876543210", otp: "1234", requestCode: async () => null });

  await expect(operator.call(changeSettings, change)).rejects.toThrow("needs another code");
});
