import { act } from "@testing-library/react";
import { vi } from "vitest";
import type { Container } from "#shared/containers/container.schema.ts";
import type { ResultRow, Session, TestMachine } from "#shared/control-units/control-unit.schema.ts";
import { aShownContainer } from "#shared/testing/shown-records.ts";
import type { LiveEvent } from "../../../live/live-client.ts";
import { live } from "../../../live/socket.ts";
import { store } from "../../../state/jotai.ts";
import { tokenAtom } from "../../../state/session.atoms.ts";
import { playHearers } from "../../../testing/heard-live.ts";
import { showPage } from "../../../testing/screen.tsx";
import { aShownRow, aShownSession, type FactTimes, moment, sessionId } from "../../../testing/shown-session.ts";
import { Component as TestMachinePage } from "../TestMachinePage.tsx";

export const testSessionId = sessionId;
export const otherSessionId = "6".repeat(24);
export const cola = "c".repeat(24);
const machine: TestMachine = {
  _id: "a".repeat(24),
  vendingMachineId: "VM-1",
  name: "Gate 1",
  brands: [
    { brand: "Kochi Cola", product: cola },
    { brand: "DEPOSIT", product: "d".repeat(24) },
  ],
  containers: ["1", "2", "3", "30"],
  working: ["1", "3", "30"],
};
export const aTestSession = (more: Partial<Session> = {}): Session =>
  aShownSession({ vendingMachine: machine._id, vendingMachineId: "VM-1", productId: cola, ...more });

/** A row that was sent. */
export const aTestRow = (label: string, facts: FactTimes = {}, more: Parameters<typeof aShownRow>[2] = {}): ResultRow =>
  aShownRow(label, facts, { vendingMachineId: "VM-1", state: "sent", sentAt: moment(0), ...more });

/** A container that a row may be about. */
export const aTestContainer = (label: string, isWorking: boolean): Container =>
  aShownContainer(label, {
    _id: label.padStart(24, "b"),
    vendingMachine: machine._id,
    isWorking,
    product: null,
    brand: "",
    rev: 0,
  });

interface Sent {
  path: string;
  body: Record<string, unknown>;
  key: string | null;
}
type Answer = { status: number; body: object } | null;

/** A gateway and a socket that the test scripts. */
export const openFixture = () => {
  store.set(tokenAtom, "t");
  const sent: Sent[] = [];
  const script = {
    machines: [machine],
    /** How many there are, where they are too many for one list. */
    total: 0,
    /** What a POST of a path is answered; null is no answer at all. */
    answers: {} as Record<string, Answer>,
    sessions: {} as Record<string, { session: Session; rows: ResultRow[] }>,
    containers: null as Container[] | null,
  };
  const started: Answer = { status: 200, body: { success: true, sessionId: testSessionId, message: "Stored" } };
  const asOf = "0".repeat(16);
  const reply = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
  const read = (path: string) => {
    if (path.startsWith("/control-units/session-results/")) {
      const known = script.sessions[path.slice(-24)];
      if (!known) return reply({ success: false, error: "There is no such session" }, 404);
      return reply({ success: true, session: known.session, sessionResults: known.rows, asOf });
    }
    if (path.startsWith("/vending-machines/registered-vending-machines-products?")) {
      const isTooLong = script.total > 0 && !path.includes("vendingMachine=");
      return reply({
        success: true,
        asOf,
        ...(isTooLong ? { vendingMachines: [], total: script.total } : { vendingMachines: script.machines }),
      });
    }
    if (path.startsWith("/containers?") && script.containers) {
      return reply({ success: true, containers: script.containers, asOf });
    }
    return reply({ success: false, error: "not scripted" }, 404);
  };
  vi.stubGlobal("fetch", async (url: string, { method, body, headers }: RequestInit) => {
    const path = url.replace("/api/v1.2", "");
    if (method === "GET") return read(path);
    sent.push({ path, body: JSON.parse(String(body)), key: new Headers(headers).get("idempotency-key") });
    const answer = path in script.answers ? script.answers[path] : started;
    if (!answer) throw new TypeError("no answer");
    return reply(answer.body, answer.status);
  });

  const say = playHearers();
  vi.spyOn(live, "connected").mockReturnValue(true);
  const joined = vi.spyOn(live, "join").mockResolvedValue();
  let incoming = 1;
  const addAlert = (event: LiveEvent) => act(() => say(event));
  const t = () => {
    incoming += 1;
    return incoming.toString(16).padStart(16, "0");
  };
  return {
    sent,
    script,
    joined,
    publishRow: (view: ResultRow) => addAlert({ name: "session.row.changed", t: t(), view }),
    publishSession: (view: Session) => addAlert({ name: "session.changed", t: t(), view }),
    reconnect: () => addAlert({ name: "connected" }),
    open: (search = "") =>
      showPage(<TestMachinePage />, { at: `/test-vending-machine${search}`, path: "/test-vending-machine", store }),
  };
};
export const chosen = `?machine=VM-1&product=${cola}`;
