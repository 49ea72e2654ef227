import { parseArgs } from "node:util";
import * as z from "zod";
import { SerialNumber } from "#shared/registration/registration.schema.ts";
import type { Result } from "./cases.ts";
import { runConformance } from "./conformance.ts";
import type { StageOptions } from "./stage.ts";

const usage = `npm run conformance -- --serial SN [options]

Plays Cansole against one control unit and says of each case whether the unit does what docs/machine-protocol.md says.
Point the unit at this computer's address and port. Doors are opened: stand by and close them.

  --serial SN             the unit's serial number
  --port PORT             where the unit connects (1883)
  --host ADDRESS          which address to listen on (127.0.0.1; 0.0.0.0 for all)
  --provisioning-key KEY  what the unit signs in with until it has a secret (trial-provisioning)
  --secret SECRET         a secret that was typed into the unit: it is not asked to register
  --wait SECONDS          how long the unit may take to connect (120)
  --pace FACTOR           1 is the manual's own times; less for a unit whose times can be shortened for a test (1)
  --help
`;

const numberFrom = (least: number, most: number) =>
  z.coerce
    .number({ error: "must be a number" })
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`);
const Options = z.object({
  serial: SerialNumber,
  port: numberFrom(0, 65_535).default(1_883),
  host: z.string().default("127.0.0.1"),
  "provisioning-key": z.string().default("trial-provisioning"),
  secret: z.string().optional(),
  wait: numberFrom(1, 3_600).default(120),
  pace: numberFrom(0.01, 1).default(1),
});

const give = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};
const say = (line: string) => process.stdout.write(`${line}\n`);

const readOptions = (): StageOptions => {
  const options = Object.fromEntries(Object.keys(Options.shape).map((name) => [name, { type: "string" as const }]));
  let given: Record<string, unknown> = {};
  try {
    given = parseArgs({ options: { ...options, help: { type: "boolean" } } }).values;
  } catch (error) {
    give(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
  if (given.help) {
    say(usage);
    process.exit(0);
  }
  if (given.serial === undefined) give(`Name the unit's serial number with --serial.\n\n${usage}`);
  const parsed = Options.safeParse(given);
  if (!parsed.success)
    return give(parsed.error.issues.map(({ path, message }) => `--${path.join(".")} ${message}.`).join("\n"));
  const { serial, wait, secret = null, "provisioning-key": provisioningKey, ...rest } = parsed.data;
  return { ...rest, serialNumber: serial, provisioningKey, secret, waitMs: wait * 1_000 };
};

const counts = { pass: 0, fail: 0, skipped: 0 };
const onResult = ({ title, is, why, heading, sentence }: Result) => {
  counts[is] += 1;
  say(`${is.padEnd(7)} ${title}${why && `: ${why}`}`);
  say(`        ${heading}: "${sentence}"`);
};

const options = readOptions();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
runConformance(options, {
  onOpen: (port) => say(`Waiting for ${options.serialNumber} at ${options.host}:${port} ...`),
  onGroup: (name) => say(`\n${name}`),
  onResult,
}).then(
  () => {
    say(`\n${counts.pass} passed, ${counts.fail} failed, ${counts.skipped} skipped.`);
    process.exit(counts.fail === 0 ? 0 : 1);
  },
  (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") give(`Port ${options.port} is taken: name another with --port.`);
    throw error;
  },
);
