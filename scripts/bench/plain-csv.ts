import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { MongoClient } from "mongodb";

/**
 * What any report of orders costs at the least: a cursor, and lines of text in a file. It names no customer and no
 * machine, guards no text, and keeps no moment.
 */
const [, , uri = "", path = ""] = process.argv;
const client = await new MongoClient(uri).connect();
async function* lines() {
  yield "Order Id,Payment Id,User,Net Amount,GST,Status,Time\n";
  const cursor = client.db().collection("orders").find().sort({ time: 1, _id: 1 }).batchSize(2_000);
  while (await cursor.hasNext()) {
    yield cursor
      .readBufferedDocuments()
      .map(({ orderId, paymentId, user, netAmount, gst, status, time }) =>
        [orderId, paymentId, user, netAmount / 100, gst / 100, status, (time as Date).toISOString()].join(","),
      )
      .join("\n")
      .concat("\n");
  }
}
const began = performance.now();
await pipeline(lines(), createWriteStream(path));
process.stdout.write(`${Math.round(performance.now() - began)}\n`);
await client.close();
