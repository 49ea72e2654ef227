import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { changeSettings } from "#shared/settings/settings.api.ts";
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
  const server = createServer(async (request, reply) => {
    let text = "";
    for await (const piece of request) text += piece;
    const path = request.url?.replace("/api/v1.2", "") ?? "";
    said.push(`${request.method} ${path}`);
    const answer = (status: number, body: object) => reply.writeHead(status).end(JSON.stringify(body));
    if (path === "/settings") return isProved ? answer(200, { success: true, settings }) : answer(403, needed);
    if (path !== "/auth/proof") return answer(200, { success: true, token: "a.b.c", failedTries: null });
    isProved = JSON.parse(text).OTP === right;
    return isProved ? answer(200, { success: true }) : answer(400, { success: false, error: "Invalid OTP" });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, said };
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

  await expect(operator.call(changeSettings, change)).rejects.toThrow("wants a code once more");
});
