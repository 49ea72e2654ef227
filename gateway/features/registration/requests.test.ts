import { describe, expect, test } from "vitest";
import { addRequest } from "../../testing/network.ts";
import { requestPath, setUpRegistrations } from "./testing/registrations.ts";

const { gateway, lastAudit, operator } = setUpRegistrations();

const asOf = expect.stringMatching(/^[0-9a-f]{16}$/);

describe("waiting requests", () => {
  test("are listed with serial number, version and date", async () => {
    const requestedAt = new Date("2026-03-01T10:00:00.000Z");
    const wrongClock = new Date("1999-01-01T00:00:00.000Z");
    const request = await addRequest(gateway.parts, { version: "1.2.3", requestedAt, dateTime: wrongClock });

    const { status, body } = await operator.get(requestPath);

    expect(status).toBe(200);
    expect(body).toEqual({ success: true, allRequests: expect.any(Array), asOf });
    expect(body.allRequests[0]).toEqual({
      _id: request._id.toHexString(),
      fingerprint: null,
      other: null,
      serialNumber: request.serialNumber,
      version: "1.2.3",
      dateTime: requestedAt.toISOString(),
    });
  });

  test.each(["body", "query"])("are removed by a DELETE with the serial number in its %s", async (place) => {
    const { serialNumber, _id } = await addRequest(gateway.parts);
    const kept = await addRequest(gateway.parts);

    const { status, body } =
      place === "body"
        ? await operator.delete(requestPath, { serialNumber })
        : await operator.delete(`${requestPath}?serialNumber=${serialNumber}`);

    expect(status).toBe(200);
    const left = body.allRequests.map((one: { serialNumber: string }) => one.serialNumber);
    expect(left).toContain(kept.serialNumber);
    expect(left).not.toContain(serialNumber);
    expect(await lastAudit(_id.toHexString())).toMatchObject({
      verb: "request.removed",
      actor: { kind: "operator", id: operator.userId },
      before: { serialNumber },
      after: null,
    });
  });

  test("that do not exist cannot be removed, and a serial number is needed", async () => {
    const unknown = await operator.delete(requestPath, { serialNumber: "CU-unknown" });
    const none = await operator.delete(requestPath);
    const malformed = await operator.delete(requestPath, { serialNumber: "../x" });

    expect([unknown.status, unknown.body.error]).toEqual([404, "There is no registration request of CU-unknown"]);
    expect([none.status, none.body.error]).toEqual([400, expect.stringContaining("serialNumber")]);
    expect(malformed.status).toBe(400);
  });
});
