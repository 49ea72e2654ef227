import { expect, test } from "vitest";
import { isWeak } from "./password-strength.ts";

const person = ["Asha", "Rao", "9876543210", "admin"];

test.each([
  "password1234",
  "Password@1234",
  "Summer2026!!!",
  "9876543210ab",
  "admin@cansole",
  "AshaAshaAsha",
  "qwertyuiopas",
])("%s is guessed soon", async (password) => {
  expect(await isWeak(password, person)).toBe(true);
});

test.each(["mangoTree7river", "blue-kettle-94", "kQ7!vz0Lp2#x", `${"correct horse ".repeat(14)}`])(
  "%s is not",
  async (password) => {
    expect(await isWeak(password, person)).toBe(false);
  },
);
