import { screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import * as z from "zod";
import { alertLogAtom } from "../state/alerts.atoms.ts";
import { showPage } from "../testing/screen.tsx";
import { Button } from "./Button.tsx";
import { Form } from "./form/Form.tsx";
import { useForm } from "./form/use-form.ts";
import { useAction } from "./use-action.ts";

beforeEach(() => vi.spyOn(console, "error").mockImplementation(() => undefined));

const actions = { opened: 0, broken: true };
const open = async () => {
  if (actions.broken) throw new TypeError("crypto.randomUUID is not a function");
  actions.opened += 1;
};

function Door() {
  const { doing, during } = useAction<"open">();
  return (
    <Button working={doing !== null} onClick={() => void during("open", open)}>
      Open
    </Button>
  );
}

function NameForm() {
  const form = useForm({
    schema: z.object({ name: z.string() }),
    initial: { name: "Harbour" },
    labels: { name: "Name" },
    submit: async () => {
      await open();
      return { is: "saved" as const };
    },
  });
  return (
    <Form form={form} action="Save">
      <p>{form.values.name}</p>
    </Form>
  );
}

const said = "The console could not do this: crypto.randomUUID is not a function";

test.each([
  ["a button's action", <Door key="door" />, "Open"],
  ["a form", <NameForm key="form" />, "Save"],
])("%s that throws is said, is no longer busy, and can be tried again", async (_what, page, name) => {
  actions.opened = 0;
  actions.broken = true;
  const { user, store } = showPage(page);
  const button = () => screen.getByRole("button", { name });

  await user.click(button());

  await screen.findByText(said);
  expect(store.get(alertLogAtom)).toMatchObject([{ kind: "danger", text: said }]);
  expect(button().getAttribute("aria-busy")).toBeNull();

  actions.broken = false;
  await user.click(button());
  expect(actions.opened).toBe(1);
});
