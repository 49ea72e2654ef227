import { expect, test } from "vitest";
import { createVisitors, type VisitorLimits } from "./visitors.ts";

const much = { burst: 1_000, perSecond: 100 };
const limits: VisitorLimits = {
  unit: much,
  stranger: { burst: 100, perSecond: 10 },
  unitsPerAddress: much,
  strangersPerAddress: { burst: 200, perSecond: 20 },
  strangers: { burst: 400, perSecond: 40 },
  handshakesPerAddress: { burst: 3, perSecond: 1 },
  pendingPerAddress: 3,
  pending: 5,
};
const open = (changed: Partial<VisitorLimits> = {}) => {
  let now = 0;
  const visitors = createVisitors({ ...limits, ...changed }, () => now);
  const ended: string[] = [];
  const come = (address: string, name = address) => visitors.arrive(address, (why) => ended.push(`${name} ${why}`));
  const shakes = (address: string, times: number) =>
    Array.from({ length: times }, () => visitors.shakesHands(address)).filter(Boolean).length;
  return { come, shakes, ended, later: (seconds: number) => (now += seconds * 1_000) };
};

test("a stranger's connection has little to spend, and it comes back with time", () => {
  const { come, later } = open();
  const one = come("a");
  expect(one.spend(90)).toBeNull();
  expect(one.spend(1)).toBe("flood");
  later(5);
  expect(one.spend(50)).toBeNull();
  expect(one.spend(1)).toBe("flood");
});

test("with its own secret a unit gets back what it spent, and strangers do not touch its budget", () => {
  const { come } = open();
  const unit = come("a");
  unit.spend(50);
  unit.admitted(true);
  const strangers = [come("a"), come("a"), come("a")];
  for (const one of strangers) one.spend(50);
  expect(strangers.map((one) => one.isCrowded())).toEqual([false, false, false]);
  expect(come("a").isCrowded()).toBe(false);
  expect(strangers.map((one) => one.spend(30))).toEqual(["address-flood", "address-flood", "address-flood"]);
  expect(come("a").isCrowded()).toBe(true);
  expect(unit.spend(900)).toBeNull();
});

test("with the key that strangers share it stays a stranger", () => {
  const { come } = open();
  const one = come("a");
  one.admitted(false);
  expect(one.spend(91)).toBe("flood");
});

test("where an address has spent all, a connection that spent little is not ended for it", () => {
  const { come } = open({ strangersPerAddress: { burst: 100, perSecond: 1 } });
  const [loud, quiet] = [come("a"), come("a")];
  expect(loud.spend(40)).toBeNull();
  expect(loud.spend(45)).toBe("address-flood");
  expect(quiet.spend(5)).toBeNull();
  expect(come("b").isCrowded()).toBe(false);
});

test("many addresses together have no more than the strangers' common budget", () => {
  const { come, later } = open();
  for (let i = 0; i < 40; i += 1) {
    const one = come(`address ${i}`);
    one.spend(40);
    one.left();
  }
  expect(come("another").isCrowded()).toBe(true);
  later(60);
  expect(come("another").isCrowded()).toBe(false);
});

test("leaving gives nothing back: an address that comes again has spent what it spent", () => {
  const { come, later } = open({ strangers: much });
  for (let i = 0; i < 4; i += 1) {
    const one = come("a");
    one.spend(40);
    one.left();
  }
  expect(come("a").isCrowded()).toBe(true);
  later(10);
  expect(come("a").isCrowded()).toBe(false);
});

test("a silent connection gives way to the next: the oldest at its address, then the longest of all", () => {
  const { come, ended } = open({ strangersPerAddress: much, strangers: much });
  come("a", "first");
  come("a", "second").admitted(true);
  come("a", "third");
  come("a", "fourth");
  expect(ended).toEqual([]);
  come("a", "fifth");
  expect(ended).toEqual(["first no-room"]);
  come("b", "sixth");
  come("b", "seventh");
  come("c", "eighth");
  expect(ended).toEqual(["first no-room", "third no-room"]);
});

test("an address has so many TLS handshakes; they come back with time, and with a unit's own secret", () => {
  const { come, shakes, later } = open();
  expect(shakes("a", 10)).toBe(3);
  expect(shakes("b", 10)).toBe(3);
  later(2);
  expect(shakes("a", 10)).toBe(2);
  const units = [come("a"), come("a"), come("a")];
  for (const unit of units) unit.admitted(true);
  expect(shakes("a", 10)).toBe(3);
  const stranger = come("a");
  stranger.admitted(false);
  for (const one of [...units, stranger]) one.left();
  expect(shakes("a", 10)).toBe(0);
});

test("handshakes that are refused cost nothing: beside a steady flood of them one in so many comes in", () => {
  const { shakes, later } = open({ handshakesPerAddress: { burst: 100, perSecond: 50 } });
  let came = 0;
  for (let ms = 0; ms < 60_000; ms += 1) {
    came += shakes("a", 1);
    later(0.001);
  }
  expect(came).toBeGreaterThan(100 + 0.95 * 50 * 60);
});
