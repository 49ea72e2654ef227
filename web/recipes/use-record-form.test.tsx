import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { line } from "#shared/http/fields.ts";
import type { Edited } from "../http/save-edit.ts";
import { showPage } from "../testing/screen.tsx";
import { Form } from "../ui/form/Form.tsx";
import { fieldsOfNew } from "../ui/form/fields.ts";
import { TextField } from "../ui/form/TextField.tsx";
import { useAddingForm, useToPageOf } from "./use-record-form.ts";

interface Region {
  _id: string;
  rev: number;
}
const fields = fieldsOfNew({ region: { label: "Name", is: line(100), blank: "" } });
const kollam: Region = { _id: "a".repeat(24), rev: 0 };

let answer: (added: Edited<Region>) => void;
let answered: Promise<Edited<Region>>;
beforeEach(() => {
  answered = new Promise((resolve) => {
    answer = resolve;
  });
});

function Adding() {
  const form = useAddingForm({ ...fields, add: () => answered, onAdded: useToPageOf("region") });
  return (
    <Form form={form} action="Add region">
      <TextField {...form.field("region")} />
    </Form>
  );
}
const added = () => act(async () => answer({ is: "saved", record: kollam }));

test("what was added is shown on its page", async () => {
  const { user, address } = showPage(<Adding />);
  await user.type(screen.getByLabelText("Name"), "Kollam{Enter}");

  await added();

  expect(address()).toBe(`/regions/${kollam._id}`);
});

test("an answer that comes once its form was left leads nobody away from where they are", async () => {
  const { user, router, address } = showPage(<Adding />);
  await user.type(screen.getByLabelText("Name"), "Kollam{Enter}");
  await act(() => router.navigate("/Orders?phone=9811112222"));

  await added();

  expect(address()).toBe("/Orders?phone=9811112222");
});
