import type { ObjectId } from "mongodb";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import type { MachineDocument } from "#shared/machines/machine.document.server.ts";
import { machineStatus } from "#shared/machines/machine.rules.ts";
import { createUnitsOfMachines } from "#shared/machines/units-of-machines.server.ts";
import type { OrderDocument } from "#shared/orders/order.document.server.ts";
import type { ProductDocument, ProfileDocument, RegionDocument } from "#shared/products/goods.document.server.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/registration/unit.document.server.ts";
import type { SearchKind } from "#shared/search/search.schema.ts";
import type { CanTransactionDocument } from "#shared/transactions/transaction.document.server.ts";
import type { UserDocument } from "#shared/users/people.document.server.ts";
import { beginsExactly, beginsInCapitals, beginsWith, idBegins, idIs } from "../../records/search-by.ts";
import { type FoundRecords, type RecordSearch, type SearchParts, searchOf } from "./search-of.ts";

/** Machines with their status; one that sells nothing is deactive before it is anything else. */
const showMachines = async (
  machines: MachineDocument[],
  { mongo, presence, clock, limits }: SearchParts,
): Promise<FoundRecords[]> => {
  const units = await createUnitsOfMachines(mongo.collections).speaking.among(machines.map(({ _id }) => _id));
  const heard = await presence.read(units.map(({ serialNumber }) => serialNumber));
  const unitOf = new Map(units.map((unit) => [unit.machine.toHexString(), unit]));
  return machines.map(({ _id, name, vendingMachineId, active }) => {
    const id = _id.toHexString();
    const unit = unitOf.get(id);
    const lastSeen = (unit && heard.get(unit.serialNumber)?.lastSeen) ?? null;
    const status = machineStatus({ hasUnit: unit !== undefined, lastSeen }, clock.now(), limits.silentAfterSeconds);
    return { id, label: name, detail: vendingMachineId, state: active ? status : "deactive" };
  });
};

/** Records without a state. */
const plainly =
  <D extends { _id: ObjectId }>(labelOf: (record: D) => string, detailOf: (record: D) => string = () => "") =>
  (found: D[]): FoundRecords[] =>
    found.map((record) => ({
      id: record._id.toHexString(),
      label: labelOf(record),
      detail: detailOf(record),
      state: null,
    }));

/** How each kind of record is found, and what is said of it: the one place that a new kind joins. */
export const searches: Record<SearchKind, RecordSearch> = {
  machine: searchOf<MachineDocument>({
    in: ({ machines }) => machines,
    by: [beginsWith("name"), beginsWith("vendingMachineId"), idIs()],
    show: showMachines,
  }),
  user: searchOf<UserDocument>({
    in: ({ users }) => users,
    by: [beginsWith("phone"), beginsWith("name"), beginsWith("email"), idIs()],
    show: (found) =>
      found.map(({ _id, name, phone, suspend }) => ({
        id: _id.toHexString(),
        label: name,
        detail: phone,
        state: suspend ? "Suspended" : null,
      })),
  }),
  order: searchOf<OrderDocument>({
    in: ({ orders }) => orders,
    by: [beginsExactly("orderId", "orderId"), beginsExactly("paymentId", "paymentId"), idIs()],
    show: (found) =>
      found.map(({ _id, orderId, paymentId, status }) => ({
        id: _id.toHexString(),
        label: orderId,
        detail: paymentId ?? "",
        state: status,
      })),
  }),
  transaction: searchOf<CanTransactionDocument>({
    in: ({ canTransactions }) => canTransactions,
    by: [beginsExactly("transactionId", "transactionId"), beginsInCapitals("transactionId", "transactionId"), idIs()],
    show: (found) =>
      found.map(({ _id, transactionId, vendingMachineId, status }) => ({
        id: _id.toHexString(),
        label: transactionId,
        detail: vendingMachineId,
        state: status,
      })),
  }),
  unit: searchOf<UnitDocument>({
    in: ({ units }) => units,
    by: [beginsWith("serialNumber")],
    show: (found) =>
      found.map(({ serialNumber, vendingMachineId, authorised }) => ({
        id: serialNumber,
        label: serialNumber,
        detail: vendingMachineId,
        state: authorised ? "Authorized" : "Unauthorized",
      })),
  }),
  request: searchOf<RegistrationRequestDocument>({
    in: ({ registrationRequests }) => registrationRequests,
    by: [beginsWith("serialNumber")],
    show: (found) =>
      found.map(({ serialNumber }) => ({ id: serialNumber, label: serialNumber, detail: "", state: null })),
  }),
  product: searchOf<ProductDocument>({
    in: ({ products }) => products,
    by: [beginsWith("brand")],
    show: plainly(
      ({ brand }) => brand,
      ({ tagline }) => tagline,
    ),
  }),
  profile: searchOf<ProfileDocument>({
    in: ({ productProfiles }) => productProfiles,
    by: [beginsWith("name")],
    show: plainly(({ name }) => name),
  }),
  region: searchOf<RegionDocument>({
    in: ({ regions }) => regions,
    by: [beginsWith("region")],
    show: plainly(({ region }) => region),
  }),
  session: searchOf<SessionDocument>({
    in: ({ sessions }) => sessions,
    by: [idBegins()],
    show: (found) =>
      found.map(({ _id, vendingMachineId, status }) => ({
        id: _id.toHexString(),
        label: _id.toHexString(),
        detail: vendingMachineId,
        state: status,
      })),
  }),
};
