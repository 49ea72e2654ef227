import type { Problem } from "./problem.ts";
import type { ImportStep } from "./step.ts";

/**
 * Files that import each other in a circle, each circle named once at its first file in the alphabet.
 * Circles that exist only through types build and run, but are as hard to read, so they are named as what they are.
 */
export const findCycles = (steps: ImportStep[]): Problem[] => {
  const running = circlesOf(steps.filter(({ kind }) => kind !== "type"));
  const known = new Set(running.flat());
  const typed = circlesOf(steps).filter((circle) => !circle.some((path) => known.has(path)));
  return [
    ...running.map((circle) => named(circle, steps, "import cycle")),
    ...typed.map((circle) => named(circle, steps, "import cycle through types")),
  ];
};

const named = (circle: string[], steps: ImportStep[], what: string): Problem => {
  const [first = "", second = first] = circle;
  const line = steps.find(({ from, to }) => from === first && to === second)?.line ?? 1;
  return { path: first, line, text: `${what}: ${[...circle, first].join(" -> ")}` };
};

/** For every knot of files that reach each other, one shortest way round from its first file. */
const circlesOf = (steps: ImportStep[]): string[][] => {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of steps) {
    const targets = next.get(from);
    if (targets) targets.add(to);
    else next.set(from, new Set([to]));
  }
  return knotsOf(next).flatMap((knot) => {
    const [first] = [...knot].sort();
    const way = first === undefined ? null : shortestWayRound(first, knot, next);
    return way ? [way] : [];
  });
};

/** Tarjan's strongly connected components, without recursion: an import chain may be longer than the stack. */
const knotsOf = (next: Map<string, Set<string>>): Set<string>[] => {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const isOpen = new Set<string>();
  const knots: Set<string>[] = [];
  const enter = (path: string) => {
    order.set(path, order.size);
    low.set(path, order.get(path) ?? 0);
    open.push(path);
    isOpen.add(path);
    return { path, rest: [...(next.get(path) ?? [])] };
  };
  const lower = (path: string, to: number) => low.set(path, Math.min(low.get(path) ?? to, to));

  for (const start of next.keys()) {
    if (order.has(start)) continue;
    const trail = [enter(start)];
    for (let here = trail.at(-1); here; here = trail.at(-1)) {
      const target = here.rest.pop();
      if (target === undefined) {
        trail.pop();
        const { path } = here;
        const own = low.get(path) ?? 0;
        const before = trail.at(-1);
        if (before) lower(before.path, own);
        if (own === order.get(path)) {
          const members = open.splice(open.lastIndexOf(path));
          for (const member of members) isOpen.delete(member);
          if (members.length > 1 || next.get(path)?.has(path)) knots.push(new Set(members));
        }
      } else if (!order.has(target)) {
        trail.push(enter(target));
      } else if (isOpen.has(target)) {
        lower(here.path, order.get(target) ?? 0);
      }
    }
  }
  return knots;
};

const shortestWayRound = (first: string, knot: Set<string>, next: Map<string, Set<string>>): string[] | null => {
  const cameFrom = new Map<string, string>();
  const queue = [first];
  for (const path of queue) {
    for (const target of next.get(path) ?? []) {
      if (target === first) return wayTo(path, first, cameFrom);
      if (!knot.has(target) || cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return null;
};

const wayTo = (last: string, first: string, cameFrom: Map<string, string>): string[] => {
  const way = [last];
  for (let path = last; path !== first; ) {
    path = cameFrom.get(path) ?? first;
    way.unshift(path);
  }
  return way;
};
