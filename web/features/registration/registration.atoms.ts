import { unitRoom } from "#shared/events/rooms.ts";
import {
  changeRegistered,
  listAvailable,
  listRegistered,
  readRegistered,
  removeRegistered,
  removeRequest,
} from "#shared/registration/registration.api.ts";
import type {
  AvailableMachine,
  RegisteredUnit,
  RegistrationChange,
  RegistrationRequest,
} from "#shared/registration/registration.schema.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import { type CallOptions, call } from "../../http/call.ts";
import { type Edited, type MadeOn, saveEdit } from "../../http/save-edit.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { isNewer, withoutRecord, withRecord } from "../../live/records.ts";
import { shortListOf } from "../../live/short-list.ts";
import { requestsAtom } from "../../records/requests.atoms.ts";
import { store } from "../../state/jotai.ts";

export const wholeRegistered = shortListOf<typeof listRegistered, RegisteredUnit>({
  rooms: ["registered-units"],
  endpoint: listRegistered,
  pick: ({ vendingMachines }) => vendingMachines,
  handlers: { "unit.changed": withRecord, "unit.removed": withoutRecord },
});
export const registeredAtom = wholeRegistered.listAtom;

/**
 * Machines without a unit, none of a large network. Events do not name the machine that a unit leaves, so a unit that
 * moves makes it load again.
 */
export const { listAtom: availableAtom, manyAtom: manyAvailableAtom } = shortListOf<
  typeof listAvailable,
  AvailableMachine
>({
  rooms: ["registered-units", "machine-names"],
  endpoint: listAvailable,
  pick: ({ vendingMachines }) => vendingMachines,
  handlers: {
    "unit.changed": (machines, { vendingMachine }) =>
      vendingMachine === null || machines.some(({ _id }) => _id === vendingMachine) ? loadAgain : machines,
    "unit.removed": () => loadAgain,
    "machine.changed": () => loadAgain,
    "machine.removed": withoutRecord,
  },
});

/** What stands under one serial number: the registered unit, else its waiting request, else nothing. */
interface Registration {
  unit: RegisteredUnit | null;
  request: RegistrationRequest | null;
}

export const registrationAtomOf = (serialNumber: string) =>
  liveAtom<Registration>({
    rooms: [unitRoom(serialNumber)],
    load: async ({ again, requested, signal }) => {
      const outcome = await call(
        readRegistered,
        { query: { serialNumber } },
        { quiet: again && !requested, signal, showsRefusal: true },
      );
      if (outcome.is === "done") {
        const { vendingMachine, request, asOf } = outcome.reply;
        return { data: { unit: vendingMachine, request }, asOf };
      }
      // Nothing there is an answer too, and the unit may still send a request while the page is open.
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

/** A secret that was just made; nobody can read it again. `fingerprint`: of the key that it is sealed to, if any. */
export interface FreshSecret {
  serialNumber: string;
  fingerprint: string | null;
  /** Null for staff: only an admin may read it. */
  secret: string | null;
}

/** What is known of a unit is shown in the list, unless something newer is. */
export const knowUnit = (unit: RegisteredUnit) =>
  store.set(registeredAtom, { do: "update", change: (units) => withRecord(units, unit) });

interface UnitEdit extends MadeOn<RegisteredUnit> {
  change: RegistrationChange;
  /** Another success notice than the endpoint's: 'Successful' for authorising. */
  notice?: string;
  quiet?: boolean;
}

export const changeUnit = async ({ change, ...edit }: UnitEdit): Promise<Edited<RegisteredUnit>> => {
  const edited = await saveEdit({
    ...edit,
    endpoint: changeRegistered,
    input: (rev) => ({ body: { ...change, rev } }),
    record: unitRecord,
  });
  if ("record" in edited) knowUnit(edited.record);
  return edited;
};

export const removeWaiting = async (request: RegistrationRequest, options?: CallOptions) => {
  const outcome = await call(removeRequest, { body: { serialNumber: request.serialNumber } }, options);
  if (outcome.is === "done") store.set(requestsAtom, { do: "update", change: (all) => withoutRecord(all, request) });
  return outcome;
};

export const removeUnit = async (unit: RegisteredUnit, options?: CallOptions) => {
  const outcome = await call(removeRegistered, { body: { serialNumber: unit.serialNumber } }, options);
  if (outcome.is === "done") store.set(registeredAtom, { do: "update", change: (all) => withoutRecord(all, unit) });
  return outcome;
};
