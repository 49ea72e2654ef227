import { screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { AlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import { store } from "../../state/jotai.ts";
import { operatorAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import RulesTab from "./RulesTab.tsx";

const asha = { _id: "d".repeat(24), name: "Asha Rao", phone: "9876543210", email: "", role: "admin" } as const;
const ruleOf = (digit: string, name: string): AlarmRule => ({
  _id: digit.repeat(24),
  name,
  enabled: true,
  kinds: [],
  severity: "warning",
  regions: [],
  hours: null,
  rota: [{ operator: asha._id, name: asha.name, awayUntil: null }],
  handOver: null,
  nextAfterMinutes: 15,
  webhook: false,
  onDuty: asha,
  rev: 0,
});

test("what is typed into a rule stays where a colleague has removed it, which is said", async () => {
  let alarmRules = [ruleOf("a", "Days"), ruleOf("b", "Nights")];
  store.set(tokenAtom, "t");
  store.set(operatorAtom, asha);
  vi.stubGlobal("fetch", async (_url: string, { method }: RequestInit) => {
    if (method === "GET") return Response.json({ success: true, alarmRules, operators: [asha], asOf: "0".repeat(16) });
    return Response.json({ success: false, error: "No such rule" }, { status: 404 });
  });
  const { user } = showPage(<RulesTab />, { store });
  await user.click(await screen.findByRole("button", { name: "Edit Days" }));
  await user.type(screen.getByLabelText("Name"), " of the week");
  alarmRules = alarmRules.slice(1);

  await user.click(screen.getByRole("button", { name: "Save changes" }));

  expect(await screen.findByText(/^Somebody removed this rule/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Days of the week");
  await user.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("heading", { name: "Days" })).toBeNull();
});
