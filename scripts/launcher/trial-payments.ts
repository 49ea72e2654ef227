import { join } from "node:path";
import type { Config } from "#shared/runtime/config.ts";
import { paymentSettings, trialPayments } from "#shared/runtime/config-payments.ts";
import { connectMongo } from "#shared/runtime/mongo.ts";
import { createNotifiedPayments } from "../payment-provider/notified-payments.ts";
import { startPaymentProvider } from "../payment-provider/server.ts";

interface Options {
  config: Config;
  dataDir: string;
  mongodbUri: string;
  add: (name: string, stop: () => Promise<void>) => void;
  say: (line: string) => void;
}

/**
 * A trial has a payment provider of its own, with a page on which a person who tries Cansole plays the customers' bank,
 * and which remembers its payments beside the data, and serves those of a demo's history by its orders. Nothing where
 * one is configured. Returns the services' environment.
 */
export const startTrialPayments = async (options: Options): Promise<Record<string, string>> => {
  const { config, dataDir, mongodbUri, add, say } = options;
  if (!config.trial || paymentSettings(config)) return {};
  const host = ["0.0.0.0", "::"].includes(config.HOST) ? "127.0.0.1" : config.HOST;
  const gateway = `http://${host.includes(":") ? `[${host}]` : host}:${config.PORT}`;
  const mongo = await connectMongo(mongodbUri, { appName: "cansole-payments" });
  add("payment provider's memory", mongo.close);
  const provider = await startPaymentProvider({
    keyId: trialPayments.PAYMENT_KEY_ID,
    keySecret: trialPayments.PAYMENT_KEY_SECRET,
    notices: () => ({
      url: `${gateway}/api/v1.2/intake/payments/webhook`,
      secret: trialPayments.PAYMENT_WEBHOOK_SECRET,
      formerSecret: "the secret before",
    }),
    keptIn: join(dataDir, "payments.json"),
    notified: createNotifiedPayments(mongo),
  });
  add("payment provider", provider.close);
  say(`Payments are played at ${provider.url}/`);
  return { ...trialPayments, PAYMENT_BASE_URL: provider.url };
};
