import { buffer } from "node:stream/consumers";
import type { ObjectId } from "mongodb";
import { inject } from "vitest";
import type { ReportDocument } from "#shared/reports/report.document.server.ts";
import { createReportFiles } from "#shared/reports/report-files.server.ts";
import { createLogger } from "#shared/runtime/logger.ts";
import { anOrder } from "#shared/runtime/testing/stored-orders.ts";
import { aMachine, aUser } from "#shared/runtime/testing/stored-records.ts";
import { aReport } from "#shared/runtime/testing/stored-reports.ts";
import { openDatabase } from "../../../scripts/migrate/testing/test-databases.ts";

/** A database with orders of one machine, a minute apart, and reports that wait for a worker. */
export const openReportFixture = async (orderCount: number, mongodbUri = inject("mongodbUri")) => {
  const mongo = await openDatabase(mongodbUri);
  const { users, machines, orders, reports } = mongo.collections;
  const machine = aMachine({ name: "Metro", vendingMachineId: "VM-REPORT" });
  const people = ["Anu", "=Bela()", "Chitra 😀"].map((name) => aUser({ name, role: "customer" }));
  await machines.insertOne(machine);
  await users.insertMany(people);
  const files = createReportFiles(mongo);
  const from = Date.UTC(2026, 0, 10);
  const planted = Array.from({ length: orderCount }, (_, at) =>
    anOrder(people[at % people.length] ?? aUser(), machine, {
      orderId: `OD-${String(at).padStart(6, "0")}`,
      time: new Date(from + at * 60_000),
      status: at % 4 === 0 ? "payment failed" : "payment successful",
    }),
  );
  for (let at = 0; at < orderCount; at += 5_000) await orders.insertMany(planted.slice(at, at + 5_000));

  const report = async (_id: ObjectId): Promise<ReportDocument> => {
    const found = await reports.findOne({ _id });
    if (!found) throw new Error("there is no such report");
    return found;
  };

  return {
    mongo,
    database: mongo.db.databaseName,
    log: createLogger("reports", "silent"),
    files,
    orders: planted,
    people,
    machine,
    /** All orders, the oldest first, unless the test says otherwise. */
    request: async (options: Partial<ReportDocument> = {}): Promise<ObjectId> => {
      const report = aReport(options);
      await reports.insertOne(report);
      return report._id;
    },
    report,
    contentOf: async (_id: ObjectId): Promise<Buffer> => {
      const { file } = await report(_id);
      const content = file && (await files.open(file));
      if (!content) throw new Error("the report has no file");
      return buffer(content);
    },
    /** The contents of GridFS: the ids under which anything is stored. */
    stored: async (): Promise<string[]> => {
      const chunks = await mongo.db.collection("reportFiles.chunks").distinct("files_id");
      const files = await mongo.db.collection("reportFiles.files").distinct("_id");
      return [...new Set([...chunks, ...files].map(String))];
    },
    stop: mongo.giveBack,
  };
};
