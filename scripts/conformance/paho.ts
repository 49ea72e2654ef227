import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { Aedes } from "aedes";
import { drainMs } from "../../broker/broker.ts";
import { say } from "../bench/command-line.ts";

// npm run conformance:paho -- FOLDER: the suite of eclipse/paho.mqtt.testing for MQTT 3.1.1, from a checkout of it,
// against Aedes as the broker opens it, without this product's rules about who may say what, and without its limit of
// the keep-alive: most clients of the suite have none.

const tests = [
  "testBasic",
  "test_retained_messages",
  "will_message_test",
  "test_zero_length_clientid",
  "test_offline_message_queueing",
  "test_overlapping_subscriptions",
  "test_keepalive",
  "test_redelivery_on_reconnect",
  "test_subscribe_failure",
  "test_dollar_topics",
  "test_unsubscribe",
];
const connectMs = 5_000;
const refusedTopic = "test/nosubscribe";

const openBroker = async (): Promise<number> => {
  const aedes = await Aedes.createBroker({
    connectTimeout: connectMs,
    drainTimeout: drainMs,
    // One topic is refused, because the suite wants to see a refusal.
    authorizeSubscribe: (_client, subscription, done) =>
      done(null, subscription.topic === refusedTopic ? null : subscription),
  });
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    aedes.handle(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

/** What Python printed last of a failure; null where the test passed. */
const failureOf = (cwd: string, port: number, test: string): Promise<string | null> =>
  new Promise((resolve, reject) => {
    // The file's own main takes the names of tests for options of its own.
    const program = [
      "import sys, unittest, client_test as c",
      `c.host, c.port = "127.0.0.1", ${port}`,
      'c.topics = ("TopicA", "TopicA/B", "Topic/C", "TopicA/C", "/TopicA")',
      'c.wildtopics = ("TopicA/+", "+/C", "#", "/#", "/+", "+/+", "TopicA/#")',
      `c.nosubscribe_topics = ("${refusedTopic}",)`,
      `unittest.main(module=c, argv=["paho", "Test.${test}"])`,
    ].join("\n");
    const child = spawn("python3", ["-c", program], { cwd });
    const words: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => words.push(`${data}`));
    child.once("error", reject);
    child.once("close", (code) => {
      const said = words.join("").split("\n");
      const why = said.find((line) => /^\w*(Error|Exception)\b/.test(line)) ?? said.at(-2) ?? "";
      resolve(code === 0 ? null : why);
    });
  });

const [folder = ""] = process.argv.slice(2);
const cwd = join(folder, "interoperability");
if (!existsSync(join(cwd, "client_test.py"))) {
  process.stderr.write("Name a checkout of eclipse/paho.mqtt.testing: npm run conformance:paho -- FOLDER\n");
  process.exit(1);
}
let failed = 0;
const port = await openBroker();
for (const test of tests) {
  const failure = await failureOf(cwd, port, test);
  if (failure !== null) failed += 1;
  say(`  ${failure === null ? "passed" : "FAILED"} ${test}${failure === null ? "" : `: ${failure}`}`);
}
say(`${tests.length - failed} of ${tests.length} passed.`);
process.exit(Number(failed > 0));
