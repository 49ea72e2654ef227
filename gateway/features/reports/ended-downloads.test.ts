import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { ObjectId } from "mongodb";
import { beforeAll, describe, expect, test } from "vitest";
import { createReportFiles } from "#shared/reports/report-files.server.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { callsAtOnce } from "../../http/operator-turns.ts";
import { setUpGateway } from "../../testing/gateway-under-test.ts";
import { setUpOperator, signedInAt } from "../../testing/operator.ts";

/** More than the connection takes in while nobody reads. */
const manyRows = 12_000;
const manyBytes = 24_000_000;
const gateway = setUpGateway({ limits: { signInReadAgainMs: 0 } });
const admin = setUpOperator(gateway, "admin");
beforeAll(async () => {
  const [user, machine] = [aUser({ role: "customer" }), aMachine()];
  const time = new Date("2026-11-20T12:00:00Z");
  for (let at = 0; at < manyRows; at += 2_000)
    await gateway.stores.orders.insertMany(Array.from({ length: 2_000 }, () => anOrder(user, machine, { time })));
});

/** Begins to read an answer, and then nothing more until `rest`, which returns whether all of it came. */
const begun = async (path: string, token: string) => {
  const request = get(`${gateway.url}/api/v1.2${path}`, { headers: { authorization: `Bearer ${token}` } });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  await once(answer, "readable");
  answer.read(1);
  return {
    status: answer.statusCode,
    rest: async () => {
      answer.on("error", () => undefined).resume();
      if (!answer.closed) await new Promise((resolve) => answer.once("close", resolve));
      return answer.complete ? "whole" : "cut off";
    },
  };
};
const ordersPath = "/orders/report/download?vendingMachine=all&startDate=2026-11-20&endDate=2026-11-20";
const filePath = async (by: ObjectId) => {
  const file = new ObjectId();
  async function* source() {
    for (let left = manyBytes; left > 0; left -= 1_000_000) yield Buffer.alloc(1_000_000);
  }
  const bytes = await createReportFiles(gateway.parts.mongo).store(file, source(), new AbortController().signal);
  const report = aReport({ by, state: "done", endedAt: new Date(), file, bytes });
  await gateway.stores.reports.insertOne(report);
  return `/reports/${report._id}/file`;
};

describe("what is being sent", () => {
  test.each([
    ["rows", async () => ordersPath],
    ["a report's file", filePath],
  ])("%s: ends when its operator is suspended, and not before", async (_what, pathFor) => {
    const [gone, stays] = [await gateway.signIn("staff"), await gateway.signIn("staff")];
    const [cut, whole] = [
      await begun(await pathFor(gone.userId), gone.token),
      await begun(await pathFor(stays.userId), stays.token),
    ];
    expect([cut.status, whole.status]).toEqual([200, 200]);

    expect((await admin.put(`/users/${gone.userId}`, { suspend: true })).status).toBe(200);

    expect(await cut.rest()).toBe("cut off");
    expect(await whole.rest()).toBe("whole");
  });
});

test("files that nobody reads end with the sign-in that requested them, and its operator's calls are answered", async () => {
  const { token: stolen, userId } = await gateway.signIn("staff");
  const path = await filePath(userId);
  const held = await Promise.all(Array.from({ length: callsAtOnce }, () => begun(path, stolen)));
  const owner = `Bearer ${await gateway.openLogin(userId)}`;

  expect((await gateway.request.delete("/auth/logins").set("authorization", owner)).status).toBe(200);

  expect((await gateway.request.get("/regions").set("authorization", owner)).status).toBe(200);
  expect(new Set(await Promise.all(held.map(({ rest }) => rest())))).toEqual(new Set(["cut off"]));
});

test("rows that an admin is sent end when they become staff", async () => {
  const { token, userId } = await gateway.signIn("admin");
  const cut = await begun(ordersPath, token);

  expect((await admin.put(`/users/${userId}`, { role: "staff" })).status).toBe(200);

  expect(await cut.rest()).toBe("cut off");
});

test("an operator who loses the console gets no more reports, and can request none", async () => {
  const { userId, post } = await signedInAt(gateway);
  const { reports, users } = gateway.stores;
  const [waiting, running] = [
    aReport({ by: userId }),
    aReport({ by: userId, state: "running", holder: new ObjectId() }),
  ];
  const others = aReport({ by: admin.userId });
  await reports.insertMany([waiting, running, others]);
  const requested = {
    reportType: "Order",
    vendingMachine: "all",
    format: "csv",
    startDate: "2026-11-20",
    endDate: "2026-11-20",
  };
  expect((await post("/reports", requested)).status).toBe(200);

  expect((await admin.put(`/users/${userId}`, { role: "customer" })).status).toBe(200);

  const states = await reports.distinct("state", { by: userId });
  expect(states).toEqual(["canceled"]);
  expect(await reports.findOne({ _id: running._id })).toMatchObject({ holder: null });
  expect(await reports.findOne({ _id: others._id })).toMatchObject({ state: "waiting" });
  expect(await users.findOne({ _id: userId })).toMatchObject({ role: "customer" });
  await eventually(async () => {
    const lines = await gateway.stores.audit.countDocuments({ verb: "report.canceled" });
    expect(lines).toBe(3);
  });
});
