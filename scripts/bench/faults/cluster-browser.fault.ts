import { openDoorsInBrowser } from "../../cluster/doors-in-browser.ts";
import { judge as judgeCommands } from "../../integration/commands/judge.ts";
import { createUndo } from "../../integration/payments/undo-all.ts";
import { openPhone } from "../../testing/phone.ts";
import { atLeast, atMost, exactly } from "../command-line.ts";
import { openClusterUnderFault } from "./cluster-under-fault.ts";
import type { Fault } from "./run.ts";

const goalSeconds = 15;
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

export const fault: Fault = {
  promise:
    "On the cluster an operator signs in with a browser and opens doors, and after each gateway in turn is killed the page is live again and the next door is seen open within 15 s",
  run: async (say) => {
    const undo = createUndo();
    try {
      const phone = await openPhone();
      undo.add(phone.close);
      const { cluster, mongo } = await openClusterUnderFault(undo, say, { OTP_WEBHOOK_URL: phone.url });
      await cluster.untilReady();
      const { url, mqttUrl, gateways } = cluster;
      const jwtSecret = cluster.env.JWT_SECRET ?? "";
      const operator = { phone: cluster.phone, code: phone.code };
      const browser = await openDoorsInBrowser(mongo, { url, mqttUrl, jwtSecret, ...operator });
      undo.add(browser.stop);
      say(`a door was seen open ${seconds(await browser.openDoor())} s after the click`);

      const seen = await browser.throughKills(gateways, cluster.untilReady);
      for (const { name, doorMs, notLiveMs, wasItsOwn } of seen) {
        const own = wasItsOwn ? "the page's own" : "another one";
        say(`${name} killed, ${own}: next door seen after ${seconds(doorMs)} s, not live for ${seconds(notLiveMs)} s`);
      }
      const wrongs = await judgeCommands(mongo, browser.units);
      return [
        ...seen.flatMap(({ name, doorMs, notLiveMs }) => [
          atMost(`${name} killed: the next door is seen open after`, doorMs / 1_000, goalSeconds, "s"),
          atMost(`${name} killed: the page is not live for`, notLiveMs / 1_000, goalSeconds, "s"),
        ]),
        atLeast("times that the page's own gateway was killed", seen.filter((one) => one.wasItsOwn).length, 1),
        exactly("doors that opened twice", wrongs.commandedTwice.length, 0),
        exactly("acknowledged facts that are lost", wrongs.factsLost.length, 0),
      ];
    } finally {
      await undo.all();
    }
  },
};
