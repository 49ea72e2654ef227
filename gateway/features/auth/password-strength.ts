import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/**
 * The work grows with the length, up to 17 ms of the thread that answers everybody (80 ms with 64). What is long enough
 * to be cut here is hard to guess by what is left.
 */
const longest = 32;
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
