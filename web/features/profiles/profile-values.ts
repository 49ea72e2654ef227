import * as z from "zod";
import { NewProfile, type ProductProfile } from "#shared/profiles/profile.schema.ts";

export const labels = {
  name: "Name",
  gst: "GST",
  cansLimit: "Cans Limit",
  deposit: "Deposit",
  depositCount: "Deposit Count",
};

/** Specification section 5: a choice is required, and the form may stand at none. */
export const invalidDeposit = "Invalid Deposit Selected";
const choices = ["select", "yes", "no"] as const;
type DepositChoice = (typeof choices)[number];
const choiceNames: Record<DepositChoice, string> = { select: "Select", yes: "Yes", no: "No" };
export const depositOptions = choices.map((value) => ({ value, label: choiceNames[value] }));
export const depositName = (choice: DepositChoice | null): string => choiceNames[choice ?? "select"];

export const ProfileValues = z.strictObject({
  name: NewProfile.shape.name,
  gst: NewProfile.shape.gst.unwrap(),
  cansLimit: NewProfile.shape.cansLimit.unwrap(),
  deposit: z.enum(choices).nullable(),
  depositCount: NewProfile.shape.depositCount.unwrap(),
});
export type ProfileValues = {
  name: string;
  gst: number | null;
  cansLimit: number | null;
  deposit: DepositChoice | null;
  depositCount: number | null;
};

export const valuesOf = ({ name, gst, cansLimit, deposit, depositCount }: ProductProfile): ProfileValues => ({
  name,
  gst,
  cansLimit,
  deposit: deposit ? "yes" : "no",
  depositCount,
});

/** Specification section 9: what a new profile starts with. */
export const blank: ProfileValues = { name: "", gst: 0, cansLimit: 0, deposit: "no", depositCount: 0 };

/** Null while no deposit choice is made. */
export const termsOf = ({ deposit, ...terms }: z.output<typeof ProfileValues>): NewProfile | null =>
  deposit === "yes" || deposit === "no" ? { ...terms, deposit: deposit === "yes" } : null;
