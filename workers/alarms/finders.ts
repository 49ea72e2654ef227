import type { measureInstallation } from "#shared/health/measure-installation.server.ts";
import type { Finder } from "./finding.ts";
import { containerFailed, doorOpen } from "./kinds/doors.ts";
import { jobFailed, reportFailed } from "./kinds/failed-work.ts";
import { doorWithoutCommand } from "./kinds/forced-doors.ts";
import { installationTrouble } from "./kinds/installation.ts";
import { machineOffline } from "./kinds/machine-offline.ts";
import { noVends } from "./kinds/no-vends.ts";
import { soldOut } from "./kinds/sold-out.ts";
import { bouncingConnection, unitReports, waitingUnits } from "./kinds/units.ts";
import { booksDrift, failedVends, paymentsToCheck } from "./kinds/waiting-sales.ts";

/** What finds each kind of alarm, the most urgent first. */
export const createFinders = ({
  mongo,
  redis,
  queues,
}: Parameters<typeof measureInstallation>[0]): readonly Finder[] => [
  machineOffline,
  doorWithoutCommand(mongo),
  doorOpen(mongo),
  failedVends(mongo),
  paymentsToCheck(mongo),
  booksDrift(mongo),
  jobFailed(mongo),
  reportFailed(mongo),
  containerFailed(mongo),
  bouncingConnection(mongo),
  waitingUnits(mongo),
  unitReports(mongo),
  soldOut(mongo),
  noVends(mongo),
  installationTrouble({ mongo, redis, queues }),
];
