import { line } from "#shared/http/fields.ts";
import type { Binding } from "./form-types.ts";
import { TextField } from "./TextField.tsx";

const longest = 300;
export const reasonHint = "It is stored with the change";

/** Why something is changed by hand: required with each change, stored in no record. */
export const reason = { label: "Reason", is: line(longest), blank: "" };

export const ReasonField = (props: Binding<string> & { hint?: string }) => (
  <TextField maxLength={longest} hint={reasonHint} {...props} />
);
