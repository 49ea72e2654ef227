/** Nothing that was thrown may make its own line unreadable: a getter that throws counts as missing. */
const field = (thrown: object, name: string): unknown => {
  try {
    return (thrown as Record<string, unknown>)[name];
  } catch {
    return undefined;
  }
};
const text = (thrown: object, name: string): string | undefined => {
  const value = field(thrown, name);
  return typeof value === "string" && value !== "" ? value : undefined;
};
const deepest = 5;

/**
 * MongoDB repeats the whole command for which a user lacks the right, and the value that is there already: customers,
 * hashes, texts. Which command it was, and of which index, is enough. Its messages are of one line, a stack is of several.
 */
const repeated: [RegExp, string][] = [
  [/(to execute command )\{ (\w+): "?([\w.$-]*).*/g, "$1$2 $3"],
  [/(dup key: )\{.*/g, "$1{…}"],
];
export const withoutValues = (message: string): string =>
  repeated.reduce((text, [pattern, instead]) => text.replace(pattern, instead), message);

/** Its causes follow its own stack, so deep at most: causes may form a ring. */
const stackOf = (thrown: object, depth = 0): string | undefined => {
  const stack = text(thrown, "stack");
  const own = stack && withoutValues(stack);
  const cause = field(thrown, "cause");
  if (typeof cause !== "object" || cause === null || depth >= deepest) return own;
  return [own, `caused by: ${stackOf(cause, depth + 1) ?? messageOf(cause)}`].filter(Boolean).join("\n");
};

/** An error that gathers others may have no message itself. */
const messageOf = (thrown: object, depth = 0): string => {
  const own = text(thrown, "message");
  const errors = field(thrown, "errors");
  if (own !== undefined || !Array.isArray(errors) || depth >= deepest) return withoutValues(own ?? "");
  return errors
    .map((one: unknown) => (typeof one === "object" && one !== null ? messageOf(one, depth + 1) : String(one)))
    .join("; ");
};

/**
 * Whatever was thrown as a line of the log shows it: name, message, code and stack. The rest that drivers hang on their
 * errors (commands with their arguments, whole topologies, rings) is left out: it may be secret, and not be serialised.
 */
export const errorFields = (
  thrown: unknown,
): { name?: string; message: string; code?: string | number; stack?: string } => {
  if (typeof thrown !== "object" || thrown === null) return { message: withoutValues(String(thrown)) };
  const code = field(thrown, "code");
  return {
    name: text(thrown, "name") ?? "Object",
    message: messageOf(thrown),
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    stack: stackOf(thrown),
  };
};
