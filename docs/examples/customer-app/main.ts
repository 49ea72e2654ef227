import { createCustomerApp, firstOffer } from "./customer-app.ts";

/** CANSOLE_URL=http://127.0.0.1:3000 CANSOLE_KEY=... node main.ts 9847012345 */
const { CANSOLE_URL = "http://127.0.0.1:3000", CANSOLE_KEY = "" } = process.env;
const [phone = "9847012345"] = process.argv.slice(2);
const app = createCustomerApp(CANSOLE_URL, CANSOLE_KEY);

const offer = await firstOffer(app);
if (!offer) throw new Error("no machine is open with anything in stock");
const quote = await app.quote({ vendingMachine: offer.vendingMachine, lines: offer.lines });
console.log(`At ${offer.vendingMachine} this comes to ${quote.netAmount} rupees, ${quote.gst} of them GST`);

// A real app stores this name with its cart before it calls, and uses it again after a crash.
const { order, payment } = await app.place(crypto.randomUUID(), { ...offer, phone });
if (payment)
  console.log(`${order.orderId}: open the checkout for ${payment.providerOrderId} and pay ${payment.amount}`);
await app.follow(order, ({ orderStatus }) => console.log(`${order.orderId} is '${orderStatus}'`));
