import {
  acceptKey,
  changeRegistered,
  readRegistered,
  registerUnit,
  removeRegistered,
  renewSecret,
} from "#shared/registration/registration.api.ts";
import { pause } from "../../../simulator/pause.ts";
import type { Random } from "../../../simulator/random.ts";
import type { Installation } from "../../installation.ts";

export interface Waiting {
  serialNumber: string;
  /** What stands on the unit's own display. */
  fingerprint: string;
  machineId: string;
}
/** Secrets that were given, in their order. */
export type Given = Map<string, string[]>;

/** What an operator does who compares fingerprints: admits the unit in the machine, and nobody else. */
export const admit = async (
  { operator }: Pick<Installation, "operator">,
  { serialNumber, fingerprint, machineId }: Waiting,
  given: Given,
  at: number,
): Promise<"waits" | "registered"> => {
  const { call } = operator(at);
  const { vendingMachine: unit, request } = await call(readRegistered, { query: { serialNumber } });
  const known = unit ?? request;
  const accepts = known?.fingerprint !== fingerprint && known?.other?.fingerprint === fingerprint;
  if (accepts) await call(acceptKey, { body: { serialNumber, fingerprint } });
  if (unit && !unit.authorised) await call(changeRegistered, { body: { _id: unit._id, authorised: true } });
  // Another key may have fetched what waited.
  if (unit && (accepts || unit.fingerprint !== fingerprint)) {
    const { secret } = await call(renewSecret, { body: { _id: unit._id } });
    given.get(serialNumber)?.push(secret);
  }
  if (unit) return "registered";
  if (!request || request.fingerprint !== fingerprint) return "waits";
  const body = { serialNumber, name: serialNumber, vendingMachine: machineId, fingerprint };
  const { secret } = await call(registerUnit, { body });
  if (secret) given.get(serialNumber)?.push(secret);
  return "registered";
};

/** Registers, deletes, gives new secrets, withdraws permissions and gives them back, at either gateway. */
export const registrar = async (
  installation: Pick<Installation, "operator">,
  waiting: Waiting[],
  given: Given,
  random: Random,
  signal: AbortSignal,
): Promise<number> => {
  let done = 0;
  while (await pause(random.between(50, 400), signal)) {
    const one = random.pick(waiting);
    const { serialNumber } = one;
    const { call } = installation.operator(random.whole(0, 1));
    const act = async () => {
      if ((await admit(installation, one, given, random.whole(0, 1))) === "waits") return;
      const { vendingMachine: unit } = await call(readRegistered, { query: { serialNumber } });
      if (!unit) return;
      const lot = random.next();
      if (lot < 0.2) await call(removeRegistered, { body: { serialNumber } });
      else if (lot < 0.4) given.get(serialNumber)?.push((await call(renewSecret, { body: { _id: unit._id } })).secret);
      else if (lot < 0.55) await call(changeRegistered, { body: { _id: unit._id, authorised: false } });
    };
    await act().then(
      () => (done += 1),
      () => undefined,
    );
  }
  return done;
};
