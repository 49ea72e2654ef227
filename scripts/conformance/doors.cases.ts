import { type Case, each, group, none } from "./cases.ts";
import { channelsOf, factsOf, hasFact, locksSince, namesOf, ownLine, resultsOf, speaking } from "./seen.ts";
import type { Stage } from "./stage.ts";

const all = (stage: Stage, id: string, channels: readonly number[], fact: string, seconds: number) =>
  stage.until(() => channels.every((channel) => hasFact(stage, id, channel, fact)), stage.within(seconds));
const timeOf = (stage: Stage, id: string, channel: number, fact: string) =>
  factsOf(stage, id, channel).find(({ payload }) => payload?.fact === fact)?.at ?? null;
const closed = (stage: Stage, id: string, channels: readonly number[]) => all(stage, id, channels, "closed", 120);

const play = async (stage: Stage) => {
  const [first = 1, second] = channelsOf(stage);
  const both = second === undefined ? [first] : [first, second];
  const began = performance.now();
  const command = stage.command("open", [first]);
  // Forged first: the id that it takes must not stand in the way of the true one.
  if (command.mac) await stage.give({ ...command, mac: "A".repeat(43) });
  if (command.mac) await stage.until(() => hasFact(stage, command.commandId, first, "failed"), stage.within(5));
  const given = performance.now();
  const open = await stage.give(command);
  await all(stage, open, [first], "opened", 30);
  const during = await stage.give(stage.command("lock-status", [first]));
  await all(stage, during, [first], "status", 10);
  const openThen = hasFact(stage, open, first, "closed");
  await closed(stage, open, [first]);
  const two = await stage.give(stage.command("open", both));
  await closed(stage, two, both);
  const stock = await stage.give(stage.command("stock-update", [first]));
  await closed(stage, stock, [first]);

  const twice = stage.command("open", [first]);
  await stage.give(twice);
  await stage.give(twice);
  await closed(stage, twice.commandId, [first]);
  const line = ownLine(stage);
  stage.cut();
  await speaking(stage, line, stage.within(90));
  const repeated = performance.now();
  await stage.give(twice);
  await stage.quiet();
  const openedAgain = locksSince(stage, repeated).some(({ isLocked }) => !isLocked);
  return {
    first,
    both,
    began,
    given,
    openThen,
    signs: Boolean(command.mac),
    openedAgain,
    ids: { open, during, two, stock, twice: twice.commandId },
  };
};
type Seen = Awaited<ReturnType<typeof play>>;

const inOrder = (title: string, says: string, earlier: string, later: string): Case<Seen> => ({
  title,
  says,
  check: ({ ids, both }, stage) =>
    each(
      [ids.open, ids.two, ids.stock]
        .flatMap((id) => both.map((channel) => ({ id, channel })))
        .filter(({ id, channel }) => factsOf(stage, id, channel).length > 0),
      ({ id, channel }) => {
        const [a, b] = [timeOf(stage, id, channel, earlier), timeOf(stage, id, channel, later)];
        return (
          (a === null || b === null || a > b) && `lock ${channel}: ${namesOf(factsOf(stage, id, channel)) || "nothing"}`
        );
      },
    ),
});
const whole = "acknowledged, opened, closed";
/** Facts of one lock, but for the refusal of the forged command before it. */
const path = (stage: Stage, id: string, channel: number) =>
  namesOf(factsOf(stage, id, channel)).replace(/^failed, /, "");

export const doorCases = group<Seen>("Commands that move a door", play, [
  {
    title: "acknowledges, opens and closes",
    says: "| `open`, `stock-update` | yes |",
    check: ({ ids, first }, stage) =>
      path(stage, ids.open, first) === whole || path(stage, ids.open, first) || "nothing",
  },
  {
    title: "the same of a stock-update",
    says: "| `open`, `stock-update` | yes |",
    check: ({ ids, first }, stage) =>
      path(stage, ids.stock, first) === whole || path(stage, ids.stock, first) || "nothing",
  },
  {
    title: "the same of every lock of a command",
    says: "| `open`, `stock-update` | yes |",
    check: ({ ids, both }, stage) =>
      both.length < 2
        ? { skipped: "the unit has one lock" }
        : each(
            both,
            (channel) => path(stage, ids.two, channel) !== whole && `lock ${channel}: ${path(stage, ids.two, channel)}`,
          ),
  },
  inOrder(
    "acknowledges when the pulse was sent, before the door is open",
    "`acknowledged` when the pulse was sent to the lock",
    "acknowledged",
    "opened",
  ),
  inOrder("says closed after opened", "`closed` when it was seen closed", "opened", "closed"),
  {
    title: "acknowledges in time",
    says: "| from a command to its answer or `acknowledged` | 10 s |",
    check: ({ ids, first, given }, stage) => {
      const at = timeOf(stage, ids.open, first, "acknowledged");
      return (at !== null && at - given < 10_000) || "not within 10 s";
    },
  },
  {
    title: "is seen open in time",
    says: "| from `acknowledged` to `opened` | 15 s |",
    check: ({ ids, first }, stage) => {
      const [a, b] = [timeOf(stage, ids.open, first, "acknowledged"), timeOf(stage, ids.open, first, "opened")];
      return (a !== null && b !== null && b - a < 15_000) || "not within 15 s";
    },
  },
  {
    title: "says in locks that the door opened",
    says: "| `vm/v1/{serial}/up/locks` |",
    check: ({ first, given }, stage) =>
      locksSince(stage, given).some(({ channel, isLocked }) => channel === first && !isLocked) || "it did not",
  },
  {
    title: "says in locks that the door closed",
    says: "| `vm/v1/{serial}/up/locks` |",
    check: ({ first, given }, stage) => {
      const said = locksSince(stage, given).filter(({ channel }) => channel === first);
      const opened = said.findIndex(({ isLocked }) => !isLocked);
      return (opened >= 0 && said.slice(opened).some(({ isLocked }) => isLocked)) || "it did not";
    },
  },
  {
    title: "answers what only asks while a door is open",
    says: "Commands that only query come at any moment",
    check: ({ ids, first }, stage) => hasFact(stage, ids.during, first, "status") || "it did not",
  },
  {
    title: "says then that the lock is open",
    says: "one `status` with `isLocked`",
    check: ({ ids, first, openThen }, stage) =>
      openThen
        ? { skipped: "the door was closed before it was asked" }
        : each(factsOf(stage, ids.during, first), ({ payload }) => payload?.isLocked !== false && "it said locked"),
  },
  {
    title: "opens no lock that the command does not name",
    says: "A command names all its locks",
    check: ({ both, began }, stage) =>
      none(
        locksSince(stage, began),
        ({ channel, isLocked }) => !isLocked && !both.includes(channel) && `lock ${channel} was opened`,
      ),
  },
  {
    title: "says each fact of a lock once",
    says: "Each fact is kept once, as it was first reported.",
    check: ({ ids, both }, stage) =>
      none(
        [ids.two, ids.stock].flatMap((id) => both.map((channel) => namesOf(factsOf(stage, id, channel)).split(", "))),
        (facts) => new Set(facts).size < facts.length && facts.join(),
      ),
  },
  {
    title: "reports facts only, no state of its own",
    says: "any other gets its PUBACK and is dropped",
    check: ({ ids }, stage) =>
      each(
        Object.values(ids).flatMap((id) => resultsOf(stage, id)),
        ({ payload }) =>
          !/^(acknowledged|opened|closed|status|failed)$/.test(String(payload?.fact)) && `${payload?.fact}`,
      ),
  },
  {
    title: "remembers no id of a forged command",
    says: "Check it before the `commandId` is remembered",
    check: ({ signs, ids, first }, stage) =>
      signs
        ? hasFact(stage, ids.open, first, "acknowledged") || "the true command of the same id was not obeyed"
        : { skipped: "the unit was given no key for its commands" },
  },
  {
    title: "obeys a command once that is delivered twice",
    says: "Act once on each `commandId`",
    check: ({ ids, first }, stage) =>
      path(stage, ids.twice, first) === whole || path(stage, ids.twice, first) || "nothing",
  },
  {
    title: "obeys it once over a new connection, too",
    says: "Act once on each `commandId`",
    check: ({ openedAgain }) => !openedAgain || "the door was opened again",
  },
]);
