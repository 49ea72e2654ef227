import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Operator } from "#shared/auth/auth.schema.ts";
import { atom, createStore, useAtomValue } from "../../state/jotai.ts";
import { operatorAtom, signedInAtom, signOutAtom, tokenAtom } from "../../state/session.atoms.ts";
import { showPage } from "../../testing/screen.tsx";
import { Form } from "./Form.tsx";
import { TextField } from "./TextField.tsx";
import { useForm } from "./use-form.ts";

const recordAtom = atom({ name: "Gate 9", place: "North" });
const labels = { name: "Name", place: "Place" };
const schema = z.object({ name: z.string(), place: z.string() });

function Fields() {
  const initial = useAtomValue(recordAtom);
  const form = useForm({
    schema,
    initial,
    version: 1,
    labels,
    keptAs: "machine 1",
    submit: async () => ({ is: "saved" }),
  });
  return (
    <Form form={form}>
      <TextField {...form.field("name")} />
      <TextField {...form.field("place")} />
    </Form>
  );
}
/** As behind the guard of all pages. */
function Page() {
  return useAtomValue(signedInAtom) ? <Fields /> : <p>Log in</p>;
}

const operator = (id: string): Operator => ({
  _id: id.repeat(24),
  name: "Asha",
  phone: "9876543210",
  email: "",
  role: "staff",
});

test.each([
  ["is there again for the same operator, over what others changed", "refused", "a", ["Gate 10", "South"]],
  ["is not shown to another operator", "refused", "b", ["Gate 9", "South"]],
  ["is gone after Logout", "asked", "a", ["Gate 9", "South"]],
] as const)("what was typed when a sign-in ends %s", async (_, why, next, expected) => {
  const store = createStore();
  store.set(tokenAtom, "first");
  store.set(operatorAtom, operator("a"));
  const { user } = showPage(<Page />, { store });
  const values = () => ["Name", "Place"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  await user.clear(screen.getByLabelText("Name"));
  await user.type(screen.getByLabelText("Name"), "Gate 10");
  await user.type(screen.getByLabelText("Place"), " East");

  act(() => store.set(signOutAtom, why));
  await screen.findByText("Log in");
  act(() => {
    store.set(recordAtom, { name: "Gate 9", place: "South" });
    store.set(tokenAtom, "second");
  });
  act(() => store.set(operatorAtom, operator(next)));

  expect(values()).toEqual(expected);
});
