import { createAutoUnit } from "../../integration/commands/auto-unit.ts";
import { pause } from "../../simulator/pause.ts";
import { startReplicaSet } from "../../testing/replica-set.ts";
import { exactly } from "../command-line.ts";
import { withInstallation } from "../installation.ts";
import type { Fault } from "./run.ts";

const units = 6;
const channels = [1, 2, 3, 4, 5];
const locks = (isLocked: boolean) => channels.map((channel) => ({ channel, isLocked }));
/** Longer than a PUBACK is waited for, shorter than a primary stays one without a majority. */
const aloneMs = 7_000;

export const fault: Fault = {
  promise: "A lock that was acknowledged is there after its primary has died with what it alone knew",
  run: async (say) => {
    const set = await startReplicaSet(say);
    const options = { machines: units, gateways: [{}, {}], workers: [], mongodbUri: set.uri };
    return withInstallation(options, say, async ({ gateways, units: planted, mongo }) => {
      const leading = await Promise.all(set.members.map((member) => member.isPrimary()));
      const primary = set.members[leading.indexOf(true)];
      const others = set.members.filter((member) => member !== primary);
      let turn = 0;
      // As behind a load balancer: who comes back comes to another gateway.
      const mqttUrl = () => gateways[turn++ % gateways.length]?.mqttUrl ?? "";
      const connected = planted.map((unit) => createAutoUnit(unit, mqttUrl));
      for (const unit of connected) unit.start();
      await Promise.all(connected.map((unit) => unit.sayLocks(locks(true), true)));
      for (const member of others) await member.kill();
      say("the other members are down; every unit says that its doors are open");
      let acknowledged = 0;
      const said = connected.map(async (unit) => {
        await unit.sayLocks(locks(false), true);
        acknowledged += 1;
      });
      await pause(aloneMs);
      const alone = acknowledged;
      say(`${alone} of ${units} were acknowledged meanwhile; the primary dies`);
      await primary?.kill();
      for (const member of others) await member.start();
      await Promise.all(said);
      say("every unit has its PUBACK");
      const { doors, lockHistory } = mongo.collections;
      const kept = await doors.countDocuments({ isLocked: false }, { readConcern: { level: "majority" } });
      const rows = await lockHistory.find({ isLocked: false }).toArray();
      const inHistory = new Set(rows.map(({ meta, channel }) => `${meta.unit}/${channel}`)).size;
      await Promise.all(connected.map((unit) => unit.stop()));
      return [
        exactly("PUBACKs of what one member alone knew", alone, 0),
        exactly("acknowledged locks that are lost", units * channels.length - kept, 0),
        exactly("acknowledged changes that the history does not have", units * channels.length - inHistory, 0),
      ];
    }).finally(set.stop);
  },
};
