import { DomainError } from "./domain-error.ts";

/**
 * Races a store call with our own timer, because a frozen server is not a down server: drivers wait on it for
 * a minute and more. What timed out may still happen, so every write is guarded.
 * Throws `unavailable` naming `what` after `ms` milliseconds. By hand, because it stands on the way of every message:
 * p-timeout takes a stack trace for each call, which costs ten times as much.
 */
export const within = async <T>(ms: number, what: string, work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DomainError("unavailable", `${what} did not answer in time`)), ms);
  });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
