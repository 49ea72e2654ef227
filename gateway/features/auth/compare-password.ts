import type { Guess, Guessed, Guesses } from "./guesses.ts";
import { inPasswordTurn, isPassword, type PasswordCost } from "./passwords.ts";

type Tries = Pick<Guesses, "reserveTry" | "giveTryBack" | "uncountTry">;

/**
 * Compares a password with the stored one, if there is one. It counts as a wrong try before it waits for its turn, so
 * that who has to wait for a day takes no place from others; one that could not be compared is counted no more.
 * Throws `unavailable` when too many wait.
 */
export const comparePassword = async (
  guesses: Tries,
  of: Guessed,
  { given, stored, cost }: { given: string; stored: string | null; cost: PasswordCost },
): Promise<Guess> => {
  const guess = await guesses.reserveTry(of);
  if (guess.is !== "wrong") return guess;
  const isRight = await inPasswordTurn(of.device ? "known" : "stranger", () => isPassword(given, stored, cost)).catch(
    async (error: unknown) => {
      await guesses.uncountTry(of, guess.tryId);
      throw error;
    },
  );
  if (!isRight) return guess;
  await guesses.giveTryBack(of, guess.tryId);
  return { is: "right", codeId: null };
};
