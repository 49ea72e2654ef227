/** Phone numbers, and whoever signs in to a server by its address. */
const secrets: [RegExp, string][] = [
  [/\b\d{10}\b/g, "[phone]"],
  [/:\/\/[^\s/@]+@/g, "://"],
];
const longest = 300;

/** Why work failed, for operators: one line without customers' phones and without passwords. */
export const reasonOf = (failure: unknown): string => {
  const message = failure instanceof Error ? failure.message : String(failure);
  const line = message.replace(/\s+/g, " ").trim() || "It did not say why";
  const said = secrets.reduce((text, [pattern, instead]) => text.replace(pattern, instead), line);
  return said.length > longest ? `${said.slice(0, longest - 1)}…` : said;
};
