import type { ObjectId } from "mongodb";
import type { SessionDocument } from "#shared/runtime/documents/commands.ts";
import type { ProductDocument, ProfileDocument, RegionDocument } from "#shared/runtime/documents/goods.ts";
import type { MachineDocument } from "#shared/runtime/documents/machines.ts";
import type { RegistrationRequestDocument, UnitDocument } from "#shared/runtime/documents/units.ts";
import type { SearchKind } from "#shared/search/search.schema.ts";
import { begins, idBegins } from "./search-by.ts";
import { type Found, type Search, searchOf } from "./search-of.ts";
import { showMachines } from "./show-machines.ts";

/** Records without a state. */
const plainly =
  <D extends { _id: ObjectId }>(labelOf: (record: D) => string, detailOf: (record: D) => string = () => "") =>
  (found: D[]): Found[] =>
    found.map((record) => ({
      id: record._id.toHexString(),
      label: labelOf(record),
      detail: detailOf(record),
      state: null,
    }));

/** How each kind of record is found, and what is said of it: the one place that a new kind joins. */
export const searches: Record<SearchKind, Search> = {
  machine: searchOf<MachineDocument>({
    in: ({ machines }) => machines,
    by: [begins("name"), begins("vendingMachineId")],
    show: showMachines,
  }),
  unit: searchOf<UnitDocument>({
    in: ({ units }) => units,
    by: [begins("serialNumber")],
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
    by: [begins("serialNumber")],
    show: (found) =>
      found.map(({ serialNumber }) => ({ id: serialNumber, label: serialNumber, detail: "", state: null })),
  }),
  product: searchOf<ProductDocument>({
    in: ({ products }) => products,
    by: [begins("brand")],
    show: plainly(
      ({ brand }) => brand,
      ({ tagline }) => tagline,
    ),
  }),
  profile: searchOf<ProfileDocument>({
    in: ({ productProfiles }) => productProfiles,
    by: [begins("name")],
    show: plainly(({ name }) => name),
  }),
  region: searchOf<RegionDocument>({
    in: ({ regions }) => regions,
    by: [begins("region")],
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
