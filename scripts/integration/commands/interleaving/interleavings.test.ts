import { expect, test } from "vitest";
import type { SessionDocument, SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { takesTurn } from "#shared/control-units/control-unit.rules.ts";
import { eventually } from "#shared/testing/eventually.ts";
import { setUpGateway } from "../../../../gateway/testing/gateway-under-test.ts";
import { createRandom } from "../../../simulator/random.ts";
import { createWorld, type World } from "./world.ts";

/** `SEED=…` draws the same lots again; what a run shows depends on the speed of the computer as well. */
const seed = process.env.SEED ?? String(Date.now());
/** Commands that must have been sent for a run to count. */
const fewest = 10;
const stirs = 700;

const gateway = setUpGateway();

interface Found {
  sessions: SessionDocument[];
  rows: SessionRowDocument[];
}
const look = async (): Promise<Found> => {
  const { sessions, sessionRows } = gateway.parts.mongo.collections;
  const [rows, all] = await Promise.all([sessionRows.find().toArray(), sessions.find().toArray()]);
  return { rows, sessions: all };
};
const isOver = ({ status }: SessionDocument) => status !== "queued" && status !== "running";

/** What had ended stays as it ended. */
const createMemory = () => {
  const ends = new Map<string, string>();
  return ({ sessions, rows }: Found): string[] => {
    const over: [string, string][] = [
      ...rows.flatMap(({ _id, end, reason }): [string, string][] => (end ? [[`row ${_id}`, `${end} ${reason}`]] : [])),
      ...sessions.filter(isOver).map(({ _id, status }): [string, string] => [`session ${_id}`, status]),
    ];
    const changed = over.filter(([id, end]) => (ends.get(id) ?? end) !== end);
    for (const [id, end] of over) ends.set(id, end);
    return changed.map(([id, end]) => `${id} became ${end}`);
  };
};

const twice = (words: string[]): string[] => words.filter((word, place) => words.indexOf(word) !== place);
/** From the last look at the clock to the note of the sending. */
const slackMs = 20;
const unsent = ["expired", "rejected", "cancelled"];

/** Everything that must never be; each names the culprit. */
const wrongsOf = ({ sent, stored }: World, { sessions, rows }: Found): string[] => {
  const commanded = new Map(sent.map(({ command, at }) => [command.commandId, at]));
  const rowAt = new Map(rows.map((row) => [`${row.commandId}/${row.channel}`, row]));
  const firstId = (commandId: string) => commandId.slice(0, 24);
  const turns = sessions.filter(({ takesTurn, startedAt }) => takesTurn && startedAt);
  const turnOf = (sessionId: string) => turns.find(({ _id }) => _id.toHexString() === sessionId);
  /** Started at its machine while that one could still be sent. */
  const cameBetween = ({ command, at }: World["sent"][number]) => {
    const its = turnOf(command.sessionId);
    const startedAt = its?.startedAt;
    if (!startedAt) return undefined;
    return turns.find((other) => {
      const isLater = other.startedAt && other.startedAt > startedAt && other.startedAt.getTime() + slackMs < at;
      return isLater && other.machine.equals(its.machine);
    });
  };
  const moving = sent.filter(({ command }) => takesTurn(command.type));
  return [
    ...twice(sent.map(({ command }) => command.commandId)).map((id) => `${id} was sent twice`),
    ...twice(moving.map(({ command }) => command.sessionId)).map((id) => `session ${id} moved its doors twice`),
    ...moving
      .filter((one) => cameBetween(one))
      .map(({ command }) => `${command.commandId} was sent in the turn of another session`),
    ...sent
      .filter(({ command, at }) => at >= Date.parse(command.expiresAt) + slackMs)
      .map(({ command, at }) => `${command.commandId} was sent ${at - Date.parse(command.expiresAt)} ms late`),
    ...rows
      .filter(({ end, commandId }) => end && unsent.includes(end) && commanded.has(commandId))
      .map(({ _id, end, commandId }) => `row ${_id} is ${end}, and ${commandId} was sent`),
    ...rows
      .filter(({ end, type, facts }) => end === "done" && type === "open" && !(facts.opened && facts.closed))
      .map(({ _id }) => `row ${_id} is done, and its door was not seen open and closed`),
    ...stored
      .filter(({ commandId, channel, fact }) => {
        const row = rowAt.get(`${firstId(commandId)}/${channel}`);
        const isItsFact = row && (row.type === "open" || row.type === "stock-update") && fact !== "status";
        return isItsFact && !row.facts[fact];
      })
      .map(({ commandId, channel, fact }) => `${fact} of ${commandId}/${channel} was acknowledged and is lost`),
  ];
};
const unfinished = ({ sessions, rows }: Found): string[] => [
  ...rows.filter(({ end }) => end === null).map(({ _id, type }) => `row ${_id} of ${type} goes on`),
  ...sessions.filter((session) => !isOver(session)).map(({ _id, status }) => `session ${_id} is ${status}`),
  ...sessions.filter(({ hasTurn }) => hasTurn).map(({ _id }) => `session ${_id} has the turn`),
];

test(`whatever comes between whatever, no door opens late or twice and all ends as it ended (seed ${seed})`, async () => {
  const random = createRandom(seed);
  const world = await createWorld(gateway.parts, random);
  const changed = createMemory();
  const wrongs: string[] = [];
  await world.connectAll();

  // Some seeds send few commands in `stirs` steps: they go on until they have tried something.
  for (let i = 0; i < stirs || (world.sent.length <= fewest && i < 10 * stirs); i += 1) {
    world.stir();
    if (i % 10 === 0) wrongs.push(...changed(await look()));
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 12)));
  }
  world.calm();
  await eventually(async () => {
    await Promise.all(world.workers.map(({ sweep }) => sweep()));
    expect(unfinished(await look())).toEqual([]);
  });

  const found = await look();
  expect([...wrongs, ...changed(found), ...wrongsOf(world, found)]).toEqual([]);
  // It has tried something: doors were moved, facts stored, and sessions ended in each of their ways.
  expect(new Set(found.sessions.map(({ status }) => status)).size).toBeGreaterThan(2);
  expect(world.sent.length).toBeGreaterThan(fewest);
});
