import { withoutValues } from "#shared/runtime/logged-errors.ts";

/** Phone numbers, and credentials in a server's address. */
const secrets: [RegExp, string][] = [
  [/\b\d{10}\b/g, "[phone]"],
  [/:\/\/[^\s/@]+@/g, "://"],
];
const longestReason = 300;

/**
 * Why work failed, as operators read it and Redis keeps it: one line of at most 300 characters, without customers'
 * phones, without passwords and without the values that MongoDB repeats.
 */
export const reasonOf = (failure: unknown): string => {
  const message = failure instanceof Error ? failure.message : String(failure);
  const line = withoutValues(message).replace(/\s+/g, " ").trim() || "It did not say why";
  const said = secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
  return said.length > longestReason ? `${said.slice(0, longestReason - 1)}…` : said;
};
