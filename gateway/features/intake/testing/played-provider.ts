import { openFarEnd } from "../../../../scripts/testing/far-end.ts";

/** The far end of the payment provider, as far as orders are made there; a test breaks it and mends it. */
export const startPlayedProvider = async () => {
  const made: { id: string; receipt: string; amount: number }[] = [];
  let mood: "well" | "down" | "refusing" = "well";
  const { url, stop } = await openFarEnd(({ method, body }, response) => {
    const say = (status: number, said: object) =>
      void response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
    // A refused caller queries whether the receipt was used before.
    if (method === "GET") return say(200, { entity: "collection", count: 0, items: [] });
    const { amount, receipt } = JSON.parse(body) as { amount: number; receipt: string };
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
  return {
    made,
    env: {
      PAYMENT_BASE_URL: url,
      PAYMENT_KEY_ID: "rzp_test_intake",
      PAYMENT_KEY_SECRET: "secret of the played provider",
      PAYMENT_WEBHOOK_SECRET: "secret of its notices",
    },
    be: (now: typeof mood) => {
      mood = now;
    },
    stop,
  };
};
