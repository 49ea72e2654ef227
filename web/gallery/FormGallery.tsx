import * as z from "zod";
import { Card } from "../ui/Card.tsx";
import { Form } from "../ui/form/Form.tsx";
import { NumberField } from "../ui/form/NumberField.tsx";
import { OtpField } from "../ui/form/OtpField.tsx";
import { SelectField } from "../ui/form/SelectField.tsx";
import { SwitchField } from "../ui/form/SwitchField.tsx";
import { TextField } from "../ui/form/TextField.tsx";
import { useForm } from "../ui/form/use-form.ts";
import { PageHead } from "../ui/PageHead.tsx";

const Sample = z.object({
  name: z.string().min(1),
  vendingMachineId: z.string().regex(/^[\w-]+$/, "must be letters, digits, dashes or underscores"),
  profile: z.string(),
  region: z.string().nullable(),
  price: z.number().min(1, "must be at least 1"),
  otp: z.string().length(4, "Invalid OTP"),
  note: z.string(),
  active: z.boolean(),
});
const labels = {
  name: "Name",
  vendingMachineId: "Vending Machine Id",
  profile: "Profile",
  region: "Region",
  price: "Price",
  otp: "OTP",
  note: "Note",
  active: "Active",
};
const initial = {
  name: "",
  vendingMachineId: "",
  profile: null as string | null,
  region: "south" as string | null,
  price: null as number | null,
  otp: "",
  note: "",
  active: true,
};
const profiles = [
  "Office 18 %",
  "Campus 12 %",
  "Metro 18 %",
  "Airport 28 %",
  "Hospital 5 %",
  "Mall 18 %",
  "Gym 18 %",
  "Street 12 %",
  "School 5 %",
  "Factory 18 %",
].map((label) => ({ value: label, label }));
const regions = [
  { value: "south", label: "Bengaluru South" },
  { value: "north", label: "Bengaluru North" },
];
const isConflict = new URLSearchParams(window.location.search).has("conflict");

export function FormGallery() {
  const form = useForm({
    schema: Sample as z.ZodType<z.output<typeof Sample>>,
    initial,
    labels,
    submit: async (values) => {
      await new Promise((done) => setTimeout(done, 900));
      return isConflict
        ? { is: "stale", theirs: { ...initial, ...values, name: "Koramangala Lobby", price: 45 }, version: 4 }
        : { is: "saved" };
    },
  });
  return (
    <>
      <PageHead
        title="Add Vending Machine"
        line="A machine can be sold from once a control unit is registered for it"
      />
      <Card>
        <Form form={form} action="Add machine" editing={isConflict}>
          <TextField {...form.field("name")} autoFocus />
          <TextField {...form.field("vendingMachineId")} hint="As printed beneath the QR code; it never changes" />
          <SelectField {...form.field("profile")} options={profiles} />
          <SelectField {...form.field("region")} options={regions} clearable />
          <NumberField {...form.field("price")} unitBefore="₹" decimals={2} />
          <OtpField {...form.field("otp")} length={4} />
          <TextField {...form.field("note")} rows={3} placeholder="Anything the next operator should know" />
          <SwitchField {...form.field("active")} hint="A deactive machine sells nothing" />
        </Form>
      </Card>
    </>
  );
}
