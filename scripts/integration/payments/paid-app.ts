import { trialPayments } from "#shared/runtime/config-payments.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { serviceEnv } from "#shared/runtime/testing/service-env.ts";
import { launchOwnServers } from "../../bench/own-servers.ts";
import { startNotifyingProvider } from "../../payment-provider/notifying-provider.ts";
import { createGatewayProcess } from "../gateway-process.ts";
import { createKillableService } from "../killable-service.ts";
import { plantOperatorOf } from "../planted.ts";
import { createUndo } from "./undo-all.ts";

const lockedSeconds = 5;

/**
 * Two gateways and two workers as processes that may be killed, on servers of their own, and the payment provider,
 * which sends its notices to these gateways in turn.
 */
export const openPaidApp = async (distDir: string) => {
  const undo = createUndo();
  try {
    const services = await launchOwnServers(() => undefined, { onDisk: false });
    undo.add(services.stop);
    const { provider, notify } = await startNotifyingProvider();
    undo.add(provider.close);
    const env = serviceEnv(services, { ...trialPayments, PAYMENT_BASE_URL: provider.url });
    const mongo = await connectMongo(services.mongodbUri);
    undo.add(mongo.close);
    // What a killed process began keeps its records locked for this long: a minute, unless MongoDB is configured
    // otherwise.
    await mongo.client.db("admin").command({ setParameter: 1, transactionLifetimeLimitSeconds: lockedSeconds });
    const gateways = [await createGatewayProcess(distDir, env), await createGatewayProcess(distDir, env)] as const;
    const runningServices = [
      ...gateways,
      createKillableService(distDir, "workers", env),
      createKillableService(distDir, "workers", env),
    ];
    for (const service of runningServices) undo.add(service.kill);
    notify(gateways);
    await Promise.all(runningServices.map((service) => service.start()));
    const token = await plantOperatorOf(mongo, env);

    return {
      mongo,
      provider,
      /** Gateways and workers: each may be killed and started again. */
      runningServices,
      /** An operator's call at one of the gateways. Null where it was killed before it answered. */
      put: async (turn: number, path: string, body: object): Promise<number | null> => {
        const { url } = gateways[turn % 2 === 0 ? 0 : 1];
        const answer = fetch(`${url}/api/v1.2${path}`, {
          method: "PUT",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
        return answer.then(
          ({ status }) => status,
          () => null,
        );
      },
      stop: undo.all,
    };
  } catch (error) {
    await undo.all();
    throw error;
  }
};
export type PaidApp = Awaited<ReturnType<typeof openPaidApp>>;
