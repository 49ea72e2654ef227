import { parseArgs } from "node:util";
import * as z from "zod";

/** Its message is the one sentence to print. */
export class SimulatorError extends Error {}

export const usage = `npm run simulate -- [options]

  --machines N            how many machines (25)
  --seed N                the same number is the same fleet (1)
  --url URL               the console (http://127.0.0.1 at PORT of the environment, or 3000)
  --mqtt URL              its machine link (mqtt://, the console's host, MQTT_PORT of the environment, or 1883)
  --provisioning-key KEY  what unregistered units sign in with (trial-provisioning)

  --token TOKEN           an operator's token; or CANSOLE_TOKEN in the environment
  --phone PHONE           an operator's phone; the code is asked for here (9876543210, the trial's own)
  --otp CODE              that code, if it was sent already

  --slow, --deaf, --jammed, --dropouts, --wrong-clock SHARE
                          the share of machines with that fault, 0 to 1 (0)
  --customers N           how many customers order through the intake, pay at a trial's provider, take their cans and
                          bring some back (0)
  --api-key KEY           what they order with; or CANSOLE_API_KEY in the environment
  --provider URL          the trial's payment provider
  --order-every SECONDS   between two orders of all of them, on average (30)

  --live-every SECONDS    between two heartbeats (25)
  --pace FACTOR           stretches how long doors and people take (1)
  --help
`;

const number = (what: string) => z.coerce.number({ error: `must be ${what}` });
const share = number("a share from 0 to 1").min(0, "must be 0 to 1").max(1, "must be 0 to 1").default(0);
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
  });

const Options = z.object({
  machines: number("a number of machines")
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(20_000)
    .default(25),
  seed: number("a number").int("must be a whole number").min(0, "must be 0 or more").default(1),
  url: url("http:", "https:").default("http://127.0.0.1:3000"),
  mqtt: url("mqtt:", "mqtts:", "ws:", "wss:").optional(),
  "provisioning-key": z.string().default("trial-provisioning"),
  token: z.string().optional(),
  phone: z
    .string()
    .regex(/^\d{10}$/, "must be exactly 10 digits")
    .default("9876543210"),
  otp: z
    .string()
    .regex(/^\d{4}$/, "must be 4 digits")
    .optional(),
  slow: share,
  deaf: share,
  jammed: share,
  dropouts: share,
  "wrong-clock": share,
  "live-every": number("a number of seconds")
    .min(0.1, "must be at least 0.1")
    .max(3_600, "must be at most 3600")
    .default(25),
  customers: number("a number of customers")
    .int("must be a whole number")
    .min(0, "must be 0 or more")
    .max(100_000)
    .default(0),
  "api-key": z.string().optional(),
  provider: url("http:", "https:").optional(),
  "order-every": number("a number of seconds")
    .min(0.01, "must be at least 0.01")
    .max(86_400, "must be at most 86400")
    .default(30),
  pace: number("a factor").min(0, "must be 0 or more").max(100, "must be at most 100").default(1),
});
/** What customers need beside the machines. */
interface CustomerOptions {
  count: number;
  apiKey: string;
  providerUrl: string;
  orderEveryMs: number;
}
export type SimulatorOptions = Omit<
  z.output<typeof Options>,
  "mqtt" | "customers" | "api-key" | "provider" | "order-every"
> & { mqtt: string; customers: CustomerOptions | null };

const names = Object.keys(Options.shape);

/** Null: help was requested. Throws SimulatorError naming every option that is wrong, in one go. */
export const readOptions = (args: string[], env: Record<string, string | undefined>): SimulatorOptions | null => {
  const given = split(args);
  if (given.help) return null;
  const { CANSOLE_TOKEN: token, PROVISIONING_KEY: key, CANSOLE_API_KEY: apiKey, PORT, MQTT_PORT } = env;
  const parsed = Options.safeParse({
    ...(PORT && { url: `http://127.0.0.1:${PORT}` }),
    ...(token && { token }),
    ...(key && { "provisioning-key": key }),
    ...(apiKey && { "api-key": apiKey }),
    ...given,
  });
  if (!parsed.success) {
    const wrong = parsed.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}`);
    throw new SimulatorError(`${wrong.join("; ")}.`);
  }
  const { mqtt = `mqtt://${new URL(parsed.data.url).hostname}:${MQTT_PORT || 1883}`, ...data } = parsed.data;
  const { customers, "api-key": ordersWith, provider, "order-every": everySeconds, ...rest } = data;
  return { ...rest, mqtt, customers: customersOf(customers, ordersWith, provider, everySeconds) };
};

const customersOf = (
  count: number,
  apiKey: string | undefined,
  providerUrl: string | undefined,
  everySeconds: number,
): CustomerOptions | null => {
  if (count === 0) return null;
  if (!apiKey) throw new SimulatorError("Customers order with an API key: name it with --api-key.");
  if (!providerUrl)
    throw new SimulatorError(
      "Customers pay at a trial's payment provider, never at a real one: name it with --provider.",
    );
  return { count, apiKey, providerUrl, orderEveryMs: everySeconds * 1_000 };
};

const split = (args: string[]): Record<string, string | boolean | undefined> => {
  const options = Object.fromEntries(names.map((name) => [name, { type: "string" as const }]));
  try {
    return parseArgs({ args, options: { ...options, help: { type: "boolean" } }, allowPositionals: false }).values;
  } catch (error) {
    const [sentence = ""] = (error instanceof Error ? error.message : String(error)).split(/\.\s|\n/);
    throw new SimulatorError(`${sentence.replace(/\.$/, "")}; --help lists the options.`);
  }
};
