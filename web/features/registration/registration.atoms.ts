import { unitRoom } from "#shared/events/rooms.ts";
import {
  acceptKey,
  changeRegistered,
  listAvailable,
  listRegistered,
  readRegistered,
  removeRegistered,
  removeRequest,
  renewSecret,
} from "#shared/registration/registration.api.ts";
import type {
  AvailableMachine,
  KeyAcceptance,
  RegisteredUnit,
  RegistrationChange,
  RegistrationRequest,
} from "#shared/registration/registration.schema.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import { call } from "../../http/call.ts";
import { type Edited, type MadeOn, saveEdit } from "../../http/save-edit.ts";
import { loadAgain } from "../../live/follow.ts";
import { liveAtom } from "../../live/live.atom.ts";
import { loadBy } from "../../live/load-by.ts";
import { listAtomOf } from "../../live/record-atoms.ts";
import { isNewer, withoutRecord, withRecord } from "../../live/records.ts";
import { requestsAtom } from "../../records/requests.atoms.ts";
import { atom } from "../../state/jotai.ts";

export const registeredAtom = listAtomOf(unitRecord, listRegistered);

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
    load: async ({ again, asked, signal }) => {
      const outcome = await call(
        readRegistered,
        { query: { serialNumber } },
        { quiet: again && !asked, signal, showsRefusal: true },
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

/** A secret that was just made; nobody can read it again. `fingerprint`: of the key that it is sealed to, if any. */
export interface FreshSecret {
  serialNumber: string;
  fingerprint: string | null;
  /** Null for staff: only an admin may read it. */
  secret: string | null;
}

/** What is known of a unit is shown in the list, unless something newer is. */
export const knowUnitAtom = atom(null, (_get, set, unit: RegisteredUnit) =>
  set(registeredAtom, { do: "update", change: (units) => withRecord(units, unit) }),
);

/** `notice` is another word of success than the endpoint's: 'Successful' for authorising. */
export const changeUnitAtom = atom(
  null,
  async (
    _get,
    set,
    {
      change,
      notice,
      quiet,
      ...madeOn
    }: MadeOn<RegisteredUnit> & { change: RegistrationChange; notice?: string; quiet?: boolean },
  ): Promise<Edited<RegisteredUnit>> => {
    const edited = await saveEdit({
      ...madeOn,
      endpoint: changeRegistered,
      input: (rev) => ({ body: { ...change, rev } }),
      record: unitRecord,
      notice,
      quiet,
    });
    if ("record" in edited) set(knowUnitAtom, edited.record);
    return edited;
  },
);

/** The news shows the key that is the unit's then. */
export const acceptKeyAtom = atom(null, async (_get, _set, body: KeyAcceptance): Promise<void> => {
  await call(acceptKey, { body });
});

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
