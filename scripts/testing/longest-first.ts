import { BaseSequencer, type TestSpecification } from "vitest/node";

/** They wait more than they work, for longer than their size says: begun last, one of them would be all that a run ends with. */
const longest = [
  "scripts/integration/commands/crashes.integration.test.ts",
  "scripts/integration/commands/hundreds.integration.test.ts",
  "scripts/start.e2e.test.ts",
  "scripts/conformance/conformance.test.ts",
  "scripts/services/launch.test.ts",
  "workers/alarms/killed-workers.test.ts",
  "workers/control-units/killed-workers.test.ts",
  "workers/control-units/frozen-stores.test.ts",
  "shared/runtime/silent-mongo.test.ts",
  "shared/runtime/silent-redis.test.ts",
];
const isLong = ({ moduleId }: TestSpecification) => longest.some((name) => moduleId.endsWith(name));

/** The longest files of each project begin first, also where no earlier run has measured them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) => {
      const own = sorted.filter(({ project }) => project.name === name);
      return [...own.filter(isLong), ...own.filter((file) => !isLong(file))];
    });
  }
}
