import type { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { DomainError } from "#shared/http/domain-error.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";

/** The work grows with the length; what is long enough to be cut here is hard to guess by what is left. */
const longest = 64;
/** Ten to this power of tries, knowing the person: far more than the sign-in's limits allow in a lifetime. */
const leastGuesses = 10;

let loaded: Promise<ZxcvbnFactory> | undefined;
const load = async (): Promise<ZxcvbnFactory> => {
  const [core, common] = await Promise.all([import("@zxcvbn-ts/core"), import("@zxcvbn-ts/language-common")]);
  const { dictionary, adjacencyGraphs: graphs } = common;
  return new core.ZxcvbnFactory({ dictionary, graphs, maxLength: longest });
};

/** Whether it is guessed soon by somebody who knows these words. Loaded when a password is first set: 80 ms, 23 MiB. */
export const isWeak = async (password: string, person: readonly string[]): Promise<boolean> => {
  loaded ??= load();
  const { guessesLog10 } = (await loaded).check(password.normalize("NFKC").slice(0, longest), ["cansole", ...person]);
  return guessesLog10 < leastGuesses;
};

/** Throws `invalid` for a password that is common, or like the account's own data. */
export const refuseWeak = async (
  password: string,
  { name, phone, email }: Pick<UserDocument, "name" | "phone" | "email">,
): Promise<void> => {
  const person = [name, ...name.split(/\s+/), phone, email, ...email.split(/[@.]/)].filter((word) => word.length > 1);
  if (await isWeak(password, person))
    throw new DomainError("invalid", "password: is too easy to guess; use three or four unrelated words");
};
