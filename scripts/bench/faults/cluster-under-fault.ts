import { connectMongo } from "#shared/runtime/mongo.ts";
import { openCluster } from "../../cluster/open-cluster.ts";
import type { createUndo } from "../../integration/payments/undo-all.ts";

/** The cluster without a network of its own, at ports that PORT and MQTT_PORT choose, and a connection to its MongoDB. */
export const openClusterUnderFault = async (
  undo: ReturnType<typeof createUndo>,
  say: (line: string) => void,
  more: NodeJS.ProcessEnv = {},
) => {
  const { PORT = "23000", MQTT_PORT = "23883" } = process.env;
  const env = { ...process.env, ...more, PORT, MQTT_PORT };
  const cluster = await openCluster({ machines: 0, isShown: false, env, add: (_, stop) => undo.add(stop), say });
  say(`in front stands ${cluster.balancer}`);
  const mongo = await connectMongo(cluster.set.uri);
  undo.add(mongo.close);
  return { cluster, mongo };
};
