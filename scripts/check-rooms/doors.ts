import { insideGateway } from "./inside-gateway.ts";
import { insideWeb } from "./inside-web.ts";
import type { Problem } from "./problem.ts";
import { type CodeRoom, isForTests, isRuntime, roomOf } from "./rooms.ts";
import type { ImportStep } from "./step.ts";
import type { Tree } from "./tree.ts";

/** Who may import whom: the walls between the rooms, and the orders inside gateway and web. */
export const findForbiddenDoors = (tree: Tree, steps: ImportStep[]): Problem[] =>
  steps.flatMap((step) => {
    const complaint = tree.paths.has(step.to) ? complaintAbout(step) : `imports ${step.to}, which is no file here`;
    return complaint ? [{ path: step.from, line: step.line, text: complaint }] : [];
  });

const complaintAbout = (step: ImportStep): string | null => {
  const from = roomOf(step.from);
  const to = roomOf(step.to);
  if (from !== "yard" && isForTests(step.to) && !isForTests(step.from)) {
    return `imports ${step.to}: only tests may import what is for tests`;
  }
  return spelling(step, from, to) ?? (from === to ? inside(step, from) : between(step, from, to));
};

/** A door that leads out of a room is seen in its spelling: `#shared/` between rooms, dots inside one. */
const spelling = (step: ImportStep, from: CodeRoom, to: CodeRoom): string | null => {
  if (to !== "shared") return null;
  if (from === "shared" && step.spelling === "alias") return `writes #shared/ inside shared: paths are relative there`;
  if (from !== "shared" && step.spelling === "relative") {
    return `imports ${step.to} by a relative path: write #${step.to}`;
  }
  return null;
};

const inside = (step: ImportStep, room: CodeRoom): string | null => {
  if (isForTests(step.from)) return null;
  if (room === "gateway") return insideGateway(step);
  if (room === "web") return insideWeb(step);
  if (room === "shared" && isRuntime(step.to) && !isRuntime(step.from)) {
    return `imports ${step.to}: shared is safe in a browser, all but shared/runtime`;
  }
  return null;
};

const between = (step: ImportStep, from: CodeRoom, to: CodeRoom): string | null => {
  if (from === "yard") return null;
  if (to === "shared") {
    const browserSafeOnly = from === "web" || (from === "broker" && !isForTests(step.from));
    return browserSafeOnly && isRuntime(step.to) ? `imports ${step.to}: ${from} may not use shared/runtime` : null;
  }
  if (to === "yard") {
    // Tests need private servers, and only the yard knows how to start them.
    return isForTests(step.from) ? null : `imports ${step.to}: no room imports what starts it`;
  }
  if (from === "gateway" && to === "broker") {
    if (step.from === "gateway/start.ts" || isForTests(step.from)) return null;
    return `imports ${step.to}: in gateway only start.ts may open the broker`;
  }
  // A report equals its list because the same code reads both; it is made elsewhere, so that nobody waits for it.
  if (step.from.startsWith("workers/reports/") && step.to === "gateway/exported-lists.ts") return null;
  // A test's database has to be migrated before a room starts on it.
  if (to === "migrations" && isForTests(step.from)) return null;
  return `imports ${step.to}: ${from} may not import ${to}, rooms meet in shared`;
};
