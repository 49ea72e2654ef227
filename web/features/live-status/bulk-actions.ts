import { pingMachine } from "#shared/control-units/control-unit.api.ts";
import { commandLimits } from "#shared/control-units/row.rules.ts";
import { Id } from "#shared/http/fields.ts";
import { changeMachine, readMachine } from "#shared/machines/machine.api.ts";
import { machineRecord } from "#shared/machines/machine.record.ts";
import { paths } from "../../app/paths.ts";
import { call } from "../../http/call.ts";
import { callOnce } from "../../http/call-once.ts";
import { saveEdit } from "../../http/save-edit.ts";
import { type BulkAction, type BulkEnd, endOfCall, endOfEdit } from "../../recipes/bulk/bulk-action.ts";
import type { StatusRow } from "./columns.tsx";

/** Pings the machine's unit; its answer is in the session. */
const ping = async (vendingMachineId: string): Promise<BulkEnd> => {
  const keptMs = commandLimits.expiresMs;
  const outcome = await callOnce(pingMachine, { body: { vendingMachineId } }, { keptMs, quiet: true });
  if (outcome.is !== "done") return endOfCall(outcome);
  const id = Id.parse(outcome.reply.sessionId);
  return { is: "done", words: "Sent: see its answer", to: `${paths.testMachine}?session=${encodeURIComponent(id)}` };
};

/** Says whether a machine sells. This list does not know whether it does: its record is read first. */
const setActive = async (id: string, active: boolean): Promise<BulkEnd> => {
  const known = await call(readMachine, { params: { id } }, { quiet: true });
  if (known.is !== "done") return endOfCall(known);
  const { vendingMachine } = known.reply;
  if (vendingMachine.active === active)
    return { is: "refused", words: `It is ${active ? "active" : "deactive"} already` };
  return endOfEdit(
    await saveEdit({
      endpoint: changeMachine,
      record: machineRecord,
      input: (rev) => ({ params: { id }, body: { active, rev } }),
      rev: vendingMachine.rev,
      isUntouched: (present) => present.active !== active,
      quiet: true,
    }),
  );
};

const noUnit = ({ row }: StatusRow): string | null =>
  row.record.serialNumber === null ? "It has no authorized control unit" : null;

/** What may be done to several machines. */
export const machineActions: readonly BulkAction<StatusRow>[] = [
  { words: "Ping", whyNot: noUnit, do: ({ row }) => ping(row.record.vendingMachineId) },
  { words: "Set active", do: ({ row }) => setActive(row.record._id, true) },
  {
    words: "Set deactive",
    danger: "A deactive machine sells nothing; operators can still command it.",
    do: ({ row }) => setActive(row.record._id, false),
  },
];
