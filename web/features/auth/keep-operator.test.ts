import { waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { createStore } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { playLive } from "../../testing/played-live.ts";
import { keepOperator } from "./keep-operator.ts";

const asha = { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "asha@example.test" };

test("an operator who gets another role sees its buttons without a reload of the page", async () => {
  let role: Operator["role"] = "staff";
  let loads = 0;
  vi.stubGlobal("fetch", async () => {
    loads += 1;
    const user = { ...asha, role, needDeposit: false, hasPenalty: false, needSecurityDeposit: false, suspend: false };
    return new Response(JSON.stringify({ success: true, user, hasColleague: true }));
  });
  const store = createStore();
  store.set(tokenAtom, "a token");
  const { live, hear } = playLive();
  onTestFinished(keepOperator(store, live));
  await waitFor(() => expect(store.get(operatorAtom)?.role).toBe("staff"));

  hear({ name: "connected" });
  hear({ name: "reload", rooms: ["machines"] });
  expect(loads).toBe(1);
  role = "admin";
  hear({ name: "reload", rooms: [] });
  await waitFor(() => expect(store.get(operatorAtom)?.role).toBe("admin"));
  role = "staff";
  hear({ name: "connected" });
  await waitFor(() => expect(store.get(operatorAtom)?.role).toBe("staff"));
});
