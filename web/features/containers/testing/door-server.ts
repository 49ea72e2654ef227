import { vi } from "vitest";
import type { ResultRow, Session } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { playHearers } from "../../../testing/heard-live.ts";
import { aShownRow, type FactTimes, moment, sessionId } from "../../../testing/shown-session.ts";

/** A row of a container; its facts by the milliseconds after the sending. */
export const aDoorRow = (
  container: string,
  label: string,
  requestType: CommandType,
  { facts = {}, ...more }: Partial<Omit<ResultRow, "facts">> & { facts?: FactTimes } = {},
): ResultRow =>
  aShownRow(label, facts, {
    _id: container.replace(/./, "f"),
    container,
    requestType,
    sentAt: moment(0),
    ...more,
  });

interface Sent {
  path: string;
  body: unknown;
  key: string | null;
}

/** A gateway that the test scripts: what a command is answered, and what is known of its session. */
export const doorServer = () => {
  const sent: Sent[] = [];
  const script: { answer: { status: number; body: object } | null; session: Session | null; rows: ResultRow[] } = {
    answer: { status: 200, body: { success: true, sessionId, message: "Stored" } },
    session: null,
    rows: [],
  };
  vi.stubGlobal("fetch", async (url: string, { method, body, headers }: RequestInit) => {
    if (method === "GET") {
      const { session, rows } = script;
      if (!session) return new Response(JSON.stringify({ success: false, error: "no such session" }), { status: 404 });
      const reply = { success: true, session, sessionResults: rows, asOf: "0".repeat(16) };
      return new Response(JSON.stringify(reply), { status: 200 });
    }
    const key = new Headers(headers).get("idempotency-key");
    sent.push({ path: url.replace("/api/v1.2", ""), body: JSON.parse(String(body)), key });
    if (!script.answer) throw new TypeError("no answer");
    return new Response(JSON.stringify(script.answer.body), { status: script.answer.status });
  });

  const say = playHearers();
  let incoming = 1;
  /** A row changed, as published to its session's room. */
  const publish = (row: ResultRow) => {
    incoming += 1;
    say({ name: "session.row.changed", t: incoming.toString(16).padStart(16, "0"), view: row });
  };
  return { sent, script, publish };
};
