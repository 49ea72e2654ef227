import type { WorkerParts } from "../parts.ts";
import type { Finder } from "./finding.ts";
import { machineOffline } from "./kinds/machine-offline.ts";

/** What finds each kind of alarm, the most urgent first. */
export const createFinders = (_parts: Pick<WorkerParts, "mongo">): readonly Finder[] => [machineOffline];
