import { describe, expect, test } from "vitest";
import { type CommandType, commandTypes } from "../events/machine-topics.ts";
import {
  factsOf,
  maxTypedContainers,
  mayBeRepeated,
  movesDoor,
  namesContainers,
  offeredContainers,
  parseContainerList,
  takesTurn,
} from "./control-unit.rules.ts";

describe("a typed container list (specification: Checks of the test panel)", () => {
  test.each([
    ["one label", "5", ["5"]],
    ["several", "1,2,3", ["1", "2", "3"]],
    ["labels with dots: split on commas only", "1.1,1.2", ["1.1", "1.2"]],
    ["empty items are dropped", "1,,2,", ["1", "2"]],
    ["spaces around", "  7,8 ", ["7", "8"]],
    ["a label and the same with a dot are two", "1,1.0", ["1", "1.0"]],
  ])("%s", (_, text, labels) => {
    expect(parseContainerList(text)).toEqual({ labels });
  });

  test.each([
    ["nothing", "", "Invalid Input"],
    ["commas alone", ",,", "Invalid Input"],
    ["letters", "1,a", "Invalid Input"],
    ["a space between labels", "1 2", "Invalid Input"],
    ["a range", "1-5", "Invalid Input"],
    ["the same label twice", "1,2,1", "Container - Duplicates"],
  ])("%s is refused", (_, text, error) => {
    expect(parseContainerList(text)).toEqual({ error });
  });

  test("at most 50 are typed", () => {
    const labels = Array.from({ length: maxTypedContainers }, (_, i) => String(i + 1));
    expect(parseContainerList(labels.join(","))).toEqual({ labels });
    expect(parseContainerList([...labels, "51"].join(","))).toEqual({ error: "At most 50 containers" });
  });

  test("the panel offers 1 to 20", () => {
    expect(offeredContainers).toHaveLength(20);
    expect([offeredContainers[0], offeredContainers.at(-1)]).toEqual(["1", "20"]);
  });
});

interface Kind {
  moves: boolean;
  turn: boolean;
  repeated: boolean;
  named: boolean;
  facts: string[];
}
const door: Kind = {
  moves: true,
  turn: true,
  repeated: false,
  named: true,
  facts: ["acknowledged", "opened", "closed", "failed"],
};
const queries: Kind = { moves: false, turn: false, repeated: true, named: true, facts: ["status", "failed"] };
const sign: Kind = { ...queries, named: false, facts: ["acknowledged", "failed"] };
const kinds: Record<CommandType, Kind> = {
  open: door,
  "stock-update": door,
  "lock-status": queries,
  "check-open": queries,
  "check-lock-status": queries,
  "lock-close-verify": queries,
  ping: sign,
  restart: { ...sign, turn: true, repeated: false },
};

test.each(commandTypes.map((type) => [type, kinds[type]] as const))("what %s may do", (type, kind) => {
  const found: Kind = {
    moves: movesDoor(type),
    turn: takesTurn(type),
    repeated: mayBeRepeated(type),
    named: namesContainers(type),
    facts: [...factsOf(type)],
  };
  expect(found).toEqual(kind);
});
