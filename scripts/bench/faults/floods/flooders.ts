import { openRawUnit } from "../../../../broker/testing/raw-unit.ts";
import { pause } from "../../../simulator/pause.ts";
import { manners, takesOver } from "./manners.ts";

interface Misbehaving {
  serialNumber: string;
  secret: string;
}
/** Floods that begin, or with no manner the end of all; each is answered once it is done. */
interface Order {
  manner: string | null;
  units: Misbehaving[];
}

/** The gateways, which units visit by turns. */
const { mqttUrls } = JSON.parse(process.argv[2] ?? "{}") as { mqttUrls: string[] };
const ports = mqttUrls.map((url) => Number(new URL(url).port));
let ending = new AbortController();
let floods: Promise<void>[] = [];

/** Misbehaves until the end, over one connection after another. */
const flood = async (name: string, { serialNumber, secret }: Misbehaving, { signal: end }: AbortController) => {
  const manner = manners[name];
  const boot = `flood-${process.pid}-${Date.now()}`;
  let seq = 0;
  for (let turn = 0; !end.aborted; turn += 1) {
    const unit = await openRawUnit(ports[turn % ports.length] ?? 0);
    unit.connect({ id: serialNumber, password: secret });
    const ended = new AbortController();
    unit.socket.once("close", () => ended.abort());
    const signal = AbortSignal.any([end, ended.signal]);
    if ((await unit.answer()) === 0) await manner?.({ unit, serialNumber, signal, boot, next: () => seq++ });
    else await pause(1_000, end);
    if (name === takesOver && !end.aborted) continue;
    unit.leave();
    await pause(1_000, end);
  }
};

const carryOut = async ({ manner, units }: Order): Promise<object> => {
  if (manner !== null) floods.push(...units.map((unit) => flood(manner, unit, ending)));
  else {
    ending.abort();
    await Promise.all(floods);
    floods = [];
    ending = new AbortController();
  }
  return {};
};
process.on("message", (order: Order) => void carryOut(order).then((answer) => process.send?.(answer)));
process.on("disconnect", () => process.exit(0));
process.send?.({});
