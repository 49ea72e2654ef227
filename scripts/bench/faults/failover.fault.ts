import { pause } from "../../simulator/pause.ts";
import { launchOwnServers } from "../own-servers.ts";
import { startReplicaSet } from "../replica-set.ts";
import { exactly, type Fault } from "./fault.ts";
import { openMachineHouse } from "./machine-house.ts";

const units = 6;
const locks = [1, 2, 3, 4, 5].map((channel): [number, boolean] => [channel, true]);
const opened = locks.map(([channel]): [number, boolean] => [channel, false]);
/** Longer than a PUBACK is waited for, shorter than a primary stays one without a majority. */
const aloneMs = 7_000;

export const fault: Fault = {
  promise: "A lock that was acknowledged is there after its primary has died with what it alone knew",
  run: async (say) => {
    const set = await startReplicaSet(say);
    const services = await launchOwnServers(say, set.uri);
    const house = await openMachineHouse({ ...services, units, say, gateways: 2 });
    try {
      for (const unit of house.units) await unit.connect(house.mqttPorts);
      await Promise.all(house.units.map((unit) => unit.locks(locks, true)));
      const primary = await set.primary();
      const others = set.members.filter((member) => member !== primary);
      for (const member of others) await member.kill();
      say("the other members are down; every unit says that its doors are open");
      let early = 0;
      const told = house.units.map((unit) =>
        unit.locks(opened, true).then(() => {
          early += 1;
        }),
      );
      await pause(aloneMs);
      const acknowledgedAlone = early;
      say(`${acknowledgedAlone} of ${units} were acknowledged meanwhile; the primary dies`);
      await primary.kill();
      for (const member of others) await member.start();
      await Promise.all(told);
      say("every unit has its PUBACK");

      const { doors, lockHistory } = house.mongo.collections;
      const kept = await doors.countDocuments({ isLocked: false }, { readConcern: { level: "majority" } });
      const rows = await lockHistory.find({ isLocked: false }).toArray();
      const inHistory = new Set(rows.map(({ meta, channel }) => `${meta.unit}/${channel}`)).size;
      const all = units * opened.length;
      return [
        exactly("PUBACKs of what one member alone knew", acknowledgedAlone, 0),
        exactly("acknowledged locks that are lost", all - kept, 0),
        exactly("acknowledged changes that the history does not have", all - inHistory, 0),
      ];
    } finally {
      await house.stop();
      await services.stop();
      await set.stop();
    }
  },
};
