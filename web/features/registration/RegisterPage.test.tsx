import { act, screen } from "@testing-library/react";
import { it, vi } from "vitest";
import { aShownUnit } from "#shared/testing/shown-records.ts";
import { store } from "../../state/jotai.ts";
import { tokenAtom } from "../../state/session.atoms.ts";
import { playHearers } from "../../testing/heard-live.ts";
import { showPage } from "../../testing/screen.tsx";
import { Component as RegisterPage } from "./RegisterPage.tsx";

const foyer = { _id: "b".repeat(24), name: "Foyer", vendingMachineId: "VM-1" };

it("the secret of a unit whose registration was answered late is shown on the page where the operator is", async () => {
  store.set(tokenAtom, "t");
  playHearers();
  let reply: (answer: Response) => void = () => undefined;
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) => {
    if (method === "GET") return Response.json({ success: true, vendingMachines: [foyer], asOf: "0".repeat(16) });
    return new Promise<Response>((done) => {
      reply = done;
    });
  });
  const { user, router } = showPage(<RegisterPage />, { store, at: "/units/new", path: "/units/:serialNumber" });
  await user.type(screen.getByLabelText("Serial Number"), "CU-9");
  await user.click(await screen.findByRole("button", { name: "Foyer (VM-1)" }));
  await user.click(screen.getByRole("button", { name: "Register" }));
  await act(() => router.navigate("/units/CU-7"));

  const unit = { ...aShownUnit(), serialNumber: "CU-9" };
  await act(async () => reply(Response.json({ success: true, vendingMachine: unit, secret: "s".repeat(32) })));

  await screen.findByText("The secret of CU-9 is shown only now");
});
