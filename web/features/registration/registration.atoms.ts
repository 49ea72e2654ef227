import { unitRoom } from "#shared/events/rooms.ts";
import {
  changeRegistered,
  listAvailable,
  listRegistered,
  listRequests,
  readRegistered,
  registerUnit,
  removeRegistered,
  removeRequest,
  renewSecret,
} from "#shared/registration/registration.api.ts";
import {
  type AvailableMachine,
  type NewRegistration,
  RegisteredUnit,
  type RegistrationChange,
  type RegistrationRequest,
} from "#shared/registration/registration.schema.ts";
import { call } from "../../http/call.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { isNewer, withoutRecord, withRecord } from "../../live/records.ts";
import { atom } from "../../state/jotai.ts";

/** Control units that wait to be registered; new ones appear by themselves. */
export const requestsAtom = liveAtom<RegistrationRequest[]>({
  rooms: ["registration-requests"],
  load: loadBy(listRequests, {}, (reply) => reply.allRequests),
  handlers: { "request.changed": withRecord, "request.removed": withoutRecord },
});

export const registeredAtom = liveAtom<RegisteredUnit[]>({
  rooms: ["registered-units"],
  load: loadBy(listRegistered, {}, (reply) => reply.vendingMachines),
  handlers: { "unit.changed": withRecord, "unit.removed": withoutRecord },
});

/** Machines without a unit. Who leaves a machine is not in the news, so a unit that moves makes it load again. */
export const availableAtom = liveAtom<AvailableMachine[]>({
  rooms: ["registered-units", "machines"],
  load: loadBy(listAvailable, {}, (reply) => reply.vendingMachines),
  handlers: {
    "unit.changed": (machines, { vendingMachine }) =>
      vendingMachine === null || machines.some(({ _id }) => _id === vendingMachine) ? loadAgain : machines,
    "unit.removed": () => loadAgain,
    "machine.changed": () => loadAgain,
    "machine.removed": withoutRecord,
  },
});

/** What stands under one serial number: the registered unit, else its waiting request, else nothing. */
export interface Registration {
  unit: RegisteredUnit | null;
  request: RegistrationRequest | null;
}

export const registrationAtomOf = (serialNumber: string) =>
  liveAtom<Registration>({
    rooms: [unitRoom(serialNumber)],
    load: async ({ again, signal }) => {
      const outcome = await call(
        readRegistered,
        { query: { serialNumber } },
        { quiet: again, signal, showsRefusal: true },
      );
      if (outcome.is === "done") {
        const { vendingMachine, request, asOf } = outcome.reply;
        return { data: { unit: vendingMachine, request }, asOf };
      }
      // Nothing there is an answer too, and the unit may still ask while the page is open.
      if (outcome.is === "refused" && outcome.status === 404) return { data: { unit: null, request: null }, asOf: "" };
      return { error: outcome.error };
    },
    handlers: {
      "unit.changed": (known, unit) => {
        if (unit.serialNumber !== serialNumber || !isNewer(known.unit ?? undefined, unit)) return known;
        return { unit, request: null };
      },
      "unit.removed": (known, unit) => (unit.serialNumber === serialNumber ? { ...known, unit: null } : known),
      "request.changed": (known, request) => (request.serialNumber === serialNumber ? { ...known, request } : known),
      "request.removed": (known, request) =>
        request.serialNumber === serialNumber ? { ...known, request: null } : known,
    },
  });

/** A secret that was just made; nobody can read it again. */
export interface FreshSecret {
  serialNumber: string;
  secret: string;
}

export const registerAtom = atom(null, async (_get, _set, body: NewRegistration) => {
  const outcome = await call(registerUnit, { body });
  if (outcome.is === "done") return { unit: outcome.reply.vendingMachine, secret: outcome.reply.secret };
  return { unit: null, taken: outcome.is === "refused" && outcome.status === 409 };
});

export type UnitChange = { is: "saved" | "stale"; unit: RegisteredUnit } | { is: "refused"; taken: boolean };

/** `notice` is another word of success than the endpoint's: 'Successful' for authorising. */
export const changeUnitAtom = atom(
  null,
  async (_get, set, { notice, ...body }: RegistrationChange & { notice?: string }): Promise<UnitChange> => {
    const outcome = await call(changeRegistered, { body }, notice === undefined ? {} : { notice });
    const present =
      outcome.is === "done"
        ? outcome.reply.vendingMachine
        : (outcome.is === "refused" && RegisteredUnit.safeParse(outcome.data.vendingMachine).data) || null;
    if (!present) return { is: "refused", taken: outcome.is === "refused" && outcome.status === 409 };
    set(registeredAtom, { do: "update", change: (units) => withRecord(units, present) });
    return { is: outcome.is === "done" ? "saved" : "stale", unit: present };
  },
);

export const renewSecretAtom = atom(null, async (_get, _set, _id: string) => {
  const outcome = await call(renewSecret, { body: { _id } });
  return outcome.is === "done" ? outcome.reply : null;
});

/** True when it is gone. */
export const removeRequestAtom = atom(null, async (_get, set, request: RegistrationRequest) => {
  const outcome = await call(removeRequest, { body: { serialNumber: request.serialNumber } });
  if (outcome.is === "done") set(requestsAtom, { do: "update", change: (list) => withoutRecord(list, request) });
  return outcome.is === "done";
});

export const removeUnitAtom = atom(null, async (_get, set, unit: RegisteredUnit) => {
  const outcome = await call(removeRegistered, { body: { serialNumber: unit.serialNumber } });
  if (outcome.is === "done") set(registeredAtom, { do: "update", change: (list) => withoutRecord(list, unit) });
  return outcome.is === "done";
});
