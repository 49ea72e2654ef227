import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { failedCodes } from "#shared/control-units/failed-codes.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { dropReasons } from "#shared/events/drop-reasons.ts";
import {
  Channel,
  CommandMessage,
  keepAliveSeconds,
  maxPacketBytes,
  maxPayloadBytes,
  ProblemMessage,
  RegisterMessage,
  ResultMessage,
} from "#shared/events/machine-topics.ts";
import { tolerableClockOffsetSeconds } from "#shared/machines/machine.rules.ts";
import { drainMs } from "../broker/broker.ts";
import { maxWaiting, maxWaitingBytes } from "../broker/message-queue.ts";
import { defaultLimits } from "../gateway/limits.ts";

const manual = readFileSync(new URL("../docs/machine-protocol.md", import.meta.url), "utf8");
const rowsUnder = (heading: string): string[][] => {
  const section = manual.split(/^(?=#+ )/m).find((text) => text.startsWith(`${heading}\n`)) ?? "";
  const lines = section.split("\n").filter((line) => line.startsWith("| "));
  return lines.slice(2).map((line) => line.slice(2, -2).split(" | "));
};

const number = (value: number) => value.toLocaleString("en-US");
const seconds = (ms: number) => `${number(ms / 1_000)} s`;
const minutes = (ms: number) => `${number(ms / 60_000)} min`;
const budget = ({ burst, perSecond }: { burst: number; perSecond: number }) =>
  `${number(burst)} at once, ${number(perSecond)} a second`;
const perMinute = ({ burst, perMinute: rate }: { burst: number; perMinute: number }) =>
  `${number(burst)} at once, ${number(rate)} a minute`;

const Bounds = z.record(z.string(), z.looseObject({ maxLength: z.int().optional() }));
const letters = (schema: z.ZodType, field: string) => {
  const bounds = Bounds.parse(z.toJSONSchema(schema, { io: "input" }).properties)[field];
  const text = JSON.stringify(bounds);
  return `${/"maxLength":(\d+)/.exec(text)?.[1]} characters`;
};

const { packets, bouncing, strangers, problems } = defaultLimits;

const limits: [string, string][] = [
  ["payload of a message", `${number(maxPayloadBytes)} bytes`],
  ["whole packet", `${number(maxPacketBytes)} bytes`],
  ["keep-alive", `${keepAliveSeconds.min} to ${keepAliveSeconds.max} s`],
  ["from opening a connection to CONNECT", seconds(defaultLimits.connectMs)],
  ["from CONNECT to Cansole's answer", seconds(defaultLimits.authenticateMs)],
  ["without reading what is sent to it", seconds(drainMs)],
  ["messages of a connection that wait for their PUBACK", number(maxWaiting)],
  ["their bytes", number(maxWaitingBytes)],
  ["a message waits for its turn to be stored", seconds(defaultLimits.pubackMs)],
  ["the database is silent", seconds(defaultLimits.factStoreMs)],
  ["cost of packets with the own secret", budget(packets.unit)],
  ["cost of packets before it, and with the provisioning login", budget(packets.stranger)],
  ["sign-ins with the own secret", perMinute(defaultLimits.comings)],
  ["delay of a wrong sign-in that is slowed", seconds(defaultLimits.wrongSignIns.slowMs)],
  ["`register` of a connection", perMinute(defaultLimits.registers)],
  ["a connection with the provisioning login stands for", minutes(defaultLimits.waitingConnectionMs)],
  ["connections with the provisioning login of a serial number without its key", number(strangers.perSerial)],
  ["the same, at a gateway", number(strangers.perGateway)],
  ["requests that wait", number(defaultLimits.waitingRequests)],
  ["a request that is not refreshed ends after", `${defaultLimits.requestMs / 86_400_000} days`],
  ["an unfetched secret is sent again for", `${defaultLimits.sealedSecretMs / 3_600_000} h`],
  ["another key is shown at most every", seconds(defaultLimits.noteOtherKeyEveryMs)],
  ["`time` comes every", minutes(defaultLimits.sendTimeEveryMs)],
  ["Online since the last accepted message", `${defaultLimits.silentAfterSeconds} s`],
  ["offset of `at` that is not shown", `${tolerableClockOffsetSeconds} s`],
  ["from a command to its answer or `acknowledged`", seconds(commandLimits.acknowledgeMs)],
  ["from `acknowledged` to `opened`", seconds(commandLimits.openMs)],
  ["from `opened` to `closed`", seconds(commandLimits.closeMs)],
  ["the same, of a `stock-update`", seconds(commandLimits.stockCloseMs)],
  ["a turn at a machine", seconds(commandLimits.turnMs)],
  ["from `restart` to connecting anew", seconds(commandLimits.restartMs)],
  ["a command that only queries is repeated after", seconds(commandLimits.repeatMs)],
  ["changes of a lock that are listed one by one", `${bouncing.changesPerMinute} a minute`],
  ["changes of a unit's locks that are stored one by one", budget(bouncing.stored)],
  ["PUBACK of a lock that bounces", `${bouncing.restMs.least / 1_000} to ${bouncing.restMs.most / 1_000} s later`],
  ["`problem` sent to a unit", perMinute(problems.said)],
  ["`problem` kept in the history", perMinute(problems.kept)],
  ["`channel`", `1 to ${Channel.maxValue}`],
  ["`channels` of a command, `containers` of `locks`", number(Channel.maxValue ?? 0)],
  ["`commandId`", letters(CommandMessage, "commandId")],
  ["`code`", letters(ResultMessage, "code")],
  ["`message`", letters(ResultMessage, "message")],
  ["`version`, `firmware`", letters(RegisterMessage, "version")],
  ["`message` of a `problem`", letters(ProblemMessage, "message")],
];

test("the table of limits says what the code keeps", () => {
  expect(rowsUnder("## Limits")).toEqual(limits);
});

test("the table of `failed` codes has every code that is known, and says whether its container leaves the sale", () => {
  const rows = rowsUnder("### Codes of `failed`").map(([code = "", , effect = ""]) => [
    code.replaceAll("`", ""),
    effect.includes("is taken out of sale until")
      ? "broken"
      : effect.includes("stays in sale")
        ? "did nothing"
        : effect,
  ]);
  const [other, ...known] = rows.reverse();
  expect(Object.fromEntries(known)).toEqual(failedCodes);
  expect(other?.[0]).toBe("any other, or none");
  expect(other?.[1]).toContain("no container is taken out of sale");
});

test("every reason for which a unit's message is dropped stands in the manual", () => {
  const table = manual.slice(manual.indexOf("| dropped because"), manual.indexOf("| CONNECT refused because"));
  expect(Object.keys(dropReasons).filter((reason) => !table.includes(`\`${reason}\``))).toEqual([]);
});
