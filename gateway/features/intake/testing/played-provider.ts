import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** The far end of the payment provider, as far as orders are made there; a test breaks it and mends it. */
export const startPlayedProvider = async () => {
  const made: { id: string; receipt: string; amount: number }[] = [];
  let mood: "well" | "down" | "refusing" = "well";
  const server = createServer(async (request, response) => {
    const say = (status: number, body: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    // A refused caller queries whether the receipt was used before.
    if (request.method === "GET") return say(200, { entity: "collection", count: 0, items: [] });
    const { amount, receipt } = (await json(request)) as { amount: number; receipt: string };
    if (mood === "down") return void response.destroy();
    if (mood === "refusing") return say(400, { error: { code: "BAD_REQUEST_ERROR", description: "Too small" } });
    const order = {
      id: `order_${made.length + 1}`,
      entity: "order",
      status: "created",
      currency: "INR",
      amount,
      receipt,
    };
    made.push(order);
    say(200, order);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    made,
    env: {
      PAYMENT_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PAYMENT_KEY_ID: "rzp_test_intake",
      PAYMENT_KEY_SECRET: "secret of the played provider",
      PAYMENT_WEBHOOK_SECRET: "secret of its notices",
    },
    be: (now: typeof mood) => {
      mood = now;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
