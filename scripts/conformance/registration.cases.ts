import { randomBytes } from "node:crypto";
import { newCommandKey } from "#shared/registration/command-keys.server.ts";
import { newUnitKeys } from "#shared/registration/sealed-credentials.server.ts";
import { each, group, none } from "./cases.ts";
import { connects, ownConnects, packetsOf, provisionConnects, topicOf } from "./seen.ts";
import type { Stage } from "./stage.ts";

const registers = (stage: Stage) => topicOf(stage, "register");
const goodKey = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

/** Makes credentials for the key that the unit named and hands them over. */
export const handOver = async (stage: Stage, key: string): Promise<void> => {
  const checksMac = registers(stage).at(-1)?.payload?.mac === true;
  stage.credentials.secret = randomBytes(32).toString("base64url");
  stage.credentials.commandKey = checksMac ? newCommandKey() : null;
  await stage.seal({ key, secret: stage.credentials.secret, commandKey: stage.credentials.commandKey });
};

const play = async (stage: Stage) => {
  if (stage.credentials.secret !== null) return { skipped: "the unit's secret was typed in (--secret)" };
  if (!(await stage.until(() => registers(stage).length > 0, stage.waitMs)))
    throw new Error(`no register came within ${stage.waitMs / 1_000} s`);
  const before = registers(stage).length;
  const key = String(registers(stage)[0]?.payload?.key ?? "");
  stage.cut();
  const cameBack = await stage.until(() => registers(stage).length > before, stage.waitMs);
  await stage.until(() => packetsOf(stage, "cansole", "suback").at(-1)?.line === connects(stage).at(-1)?.line, 2_000);
  if (!goodKey.test(key)) throw new Error("register names no key, so that nothing can be sealed to it");

  const forged = ownConnects(stage).length;
  const other = { secret: "not-for-this-unit", commandKey: null };
  await stage.seal({ key: newUnitKeys().key, ...other });
  await stage.quiet();
  const tookForeign = ownConnects(stage).length > forged || provisionConnects(stage).length === 0;
  await stage.seal({ key, ...other }, true);
  await stage.quiet();
  const tookSpoiled = ownConnects(stage).length > forged;
  const handedOver = performance.now();
  await handOver(stage, key);
  const right = () =>
    ownConnects(stage).find(
      ({ at, packet }) => at > handedOver && String(packet.password) === stage.credentials.secret,
    );
  await stage.until(() => right() !== undefined, stage.waitMs);
  return { key, cameBack, tookForeign, tookSpoiled, right: right(), handedOver };
};

type Seen = Exclude<Awaited<ReturnType<typeof play>>, { skipped: string }>;

export const registration = group<Seen>("Being registered", play, [
  {
    title: "asks with the provisioning login",
    says: "subscribe to `down/credentials`, publish `register`",
    check: (_seen, stage) => provisionConnects(stage).length > 0,
  },
  {
    title: "subscribes to its own down/credentials",
    says: "| provisioning | `provision` |",
    check: (_seen, stage) =>
      each(
        packetsOf(stage, "unit", "subscribe").filter(({ line }) =>
          provisionConnects(stage).some((one) => one.line === line),
        ),
        ({ packet }) =>
          packet.subscriptions.some(({ topic }) => topic !== `vm/v1/${stage.serialNumber}/down/credentials`) &&
          `it subscribed to ${packet.subscriptions.map(({ topic }) => topic)}`,
      ),
  },
  {
    title: "subscribes before it says register, or its credentials might be missed",
    says: "subscribe to `down/credentials`, publish `register`",
    check: (_seen, stage) =>
      each(registers(stage), ({ line, at }) =>
        packetsOf(stage, "unit", "subscribe").some((one) => one.line === line && one.at <= at)
          ? null
          : "register came first",
      ),
  },
  {
    title: "says register with quality of service 1",
    says: "| `vm/v1/{serial}/up/register` |",
    check: (_seen, stage) => each(registers(stage), ({ qos }) => qos !== 1 && `with ${qos}`),
  },
  {
    title: "names its public key",
    says: "the public key in base64url without padding (43 characters)",
    check: ({ key }) => goodKey.test(key) || `'${key.slice(0, 60)}'`,
  },
  {
    title: "says that it checks commands",
    says: "Firmware that checks says `mac: true` in every `register`.",
    check: (_seen, stage) =>
      registers(stage).every(({ payload }) => payload?.mac === true) || { skipped: "it does not check commands" },
  },
  {
    title: "names its version",
    says: "the firmware's version, 1 to 40 characters",
    check: (_seen, stage) =>
      each(registers(stage), ({ payload }) =>
        typeof payload?.version === "string" && payload.version.length >= 1 && payload.version.length <= 40
          ? null
          : `version is ${JSON.stringify(payload?.version)}`,
      ),
  },
  {
    title: "dates its request in UTC",
    says: "Times are ISO 8601 in UTC ending in `Z`.",
    check: (_seen, stage) =>
      each(registers(stage), ({ payload }) => !/Z$/.test(String(payload?.dateTime)) && `${payload?.dateTime}`),
  },
  {
    title: "comes back after a cut and says register again",
    says: "At every provisioning connection",
    check: ({ cameBack }) => cameBack,
  },
  {
    title: "keeps its key pair",
    says: "**The first key of a serial number stays.**",
    check: ({ key }, stage) =>
      each(registers(stage), ({ payload }) => payload?.key !== key && "it named another key the second time"),
  },
  {
    title: "does not say register without end",
    says: "One connection may publish `register` 10 times at once, then once in 5 s.",
    check: (_seen, stage) =>
      none(provisionConnects(stage), ({ line }) => {
        const times = registers(stage).filter((said) => said.line === line).length;
        return times > 10 && `${times} times over one connection`;
      }),
  },
  {
    title: "ignores what was sealed to another key",
    says: "If the tag is wrong, ignore the message.",
    check: ({ tookForeign }) => !tookForeign || "it connected with a secret that it could not have read",
  },
  {
    title: "ignores credentials whose tag is wrong",
    says: "If the tag is wrong, ignore the message.",
    check: ({ tookSpoiled }) => !tookSpoiled || "it took them",
  },
  {
    title: "opens the right ones, and uses the secret as it stands there",
    says: "Open it, store the secret",
    check: ({ right }) => right !== undefined || "it did not connect with its secret",
  },
  {
    title: "ignores a field of the credentials that it does not know",
    says: "**A unit ignores fields and `down/` topics that it does not know.**",
    check: ({ right }) => right !== undefined || "credentials with such a field were not taken",
  },
  {
    title: "leaves the provisioning login",
    says: "disconnect, and connect with the own login.",
    check: ({ handedOver, right }, stage) =>
      none(
        provisionConnects(stage),
        ({ line }) =>
          right !== undefined &&
          (stage.lines[line]?.closedAt ?? Number.POSITIVE_INFINITY) > right.at + 1_000 &&
          handedOver > 0 &&
          "its provisioning connection stands beside its own",
      ),
  },
  {
    title: "signs in under its serial number",
    says: "| own | the serial number |",
    check: ({ right }, stage) => right?.packet.username === stage.serialNumber || "it did not",
  },
]);
