import { ObjectId } from "mongodb";
import { aSession, commandOfSession, rowsOfSession } from "#shared/runtime/testing/stored-sessions.ts";
import { atMost, exactly, type Fault } from "./fault.ts";
import { withMachineHouse } from "./machine-house.ts";

const channels = Array.from({ length: 999 }, (_, i) => i + 1);

export const fault: Fault = {
  promise: "999 answers of one unit are stored and acknowledged within two seconds",
  run: (say) =>
    withMachineHouse(1, say, async (house) => {
      const { commands, doors, sessionRows, units } = house.mongo.collections;
      const [unit] = house.units;
      const record = await units.findOne({});
      if (!unit || !record?.machine) throw new Error("there is a unit");
      const at = { _id: record.machine, vendingMachineId: record.vendingMachineId };
      const commandId = new ObjectId().toHexString();
      const session = aSession(at, { type: "check-lock-status", channels, commandId });
      const deadlineAt = new Date(Date.now() + 600_000);
      await sessionRows.insertMany(rowsOfSession(session, { deadlineAt, sentAt: new Date() }));
      await commands.insertOne({ ...commandOfSession(session, unit.serialNumber), state: "sent", sentAt: new Date() });
      await unit.connect(house.mqttPorts);
      await unit.locks([[1, true]]);
      const began = performance.now();
      const answer = { commandId, fact: "status", isLocked: true };
      await Promise.all(channels.map((channel) => unit.result({ ...answer, channel })));
      const tookMs = performance.now() - began;
      const answered = await sessionRows.countDocuments({ session: session._id, "facts.status": { $exists: true } });
      const known = await doors.countDocuments({ serialNumber: unit.serialNumber });
      return [
        atMost("until the last PUBACK", tookMs / 1_000, 2, "s"),
        exactly("answers that are not stored", channels.length - answered, 0),
        exactly("locks that are not stored", channels.length - known, 0),
        exactly("connections that were lost", unit.lost(), 0),
      ];
    }),
};
