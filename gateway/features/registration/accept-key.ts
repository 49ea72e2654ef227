import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { CallReply } from "#shared/http/endpoint.ts";
import type * as api from "#shared/registration/registration.api.ts";
import type { KeyAcceptance } from "#shared/registration/registration.schema.ts";
import { fingerprintOf } from "#shared/registration/sealed-credentials.server.ts";
import type { UnitDocument } from "#shared/registration/unit.document.server.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import type { Keyed } from "#shared/registration/unit-secrets.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { changeRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requestView, unitView } from "./registration.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit">;
type Reply = CallReply<typeof api.acceptKey>;

/**
 * The other key under a serial number becomes the unit's. It is named by what the operator has compared with the unit's
 * display, so that a stranger who says yet another key meanwhile is not accepted in its place; accepting it twice is
 * done once. Throws `missing` and `conflict`.
 */
export const createAcceptKey = ({ mongo, audit }: Parts) => {
  const { registrationRequests: requests, units } = mongo.collections;

  /** Null: it is the unit's already. */
  const accepted = ({ key, otherKey }: Keyed, fingerprint: string, present: Record<string, unknown>): string | null => {
    if (otherKey && fingerprintOf(otherKey.key) === fingerprint) return otherKey.key;
    if (key && fingerprintOf(key) === fingerprint) return null;
    throw new DomainError("conflict", `No other unit of this serial number has shown the key ${fingerprint}`, present);
  };

  const ofUnit = (dbSession: DbSession, actor: Actor, { _id }: UnitDocument, { fingerprint, rev }: KeyAcceptance) =>
    changeRecordIn(dbSession, { mongo, audit }, actor, {
      definition: unitRecord,
      id: _id,
      rev,
      verb: "unit.key-accepted",
      fields: (present) => {
        const key = accepted(present, fingerprint, { vendingMachine: unitView(present) });
        return key === null ? {} : { key, otherKey: null };
      },
      show: unitView,
    });

  return (actor: Actor, acceptance: KeyAcceptance): Promise<Reply> =>
    mongo.inTransaction(async (dbSession): Promise<Reply> => {
      const { serialNumber, fingerprint } = acceptance;
      const unit = await units.findOne({ serialNumber }, { session: dbSession });
      if (unit) {
        return { ...(await ofUnit(dbSession, actor, unit, acceptance)), request: null };
      }
      const request = await requests.findOne({ serialNumber }, { session: dbSession });
      if (!request) throw new DomainError("missing", `No unit ${serialNumber} waits or is registered`);
      const key = accepted(request, fingerprint, { request: requestView(request) });
      if (key === null) return { vendingMachine: null, request: requestView(request) };
      const after = { ...request, key, otherKey: null };
      await requests.updateOne({ _id: request._id }, { $set: { key, otherKey: null } }, { session: dbSession });
      const record = { collection: "registrationRequests", id: request._id.toHexString() };
      await audit.write(dbSession, actor, { verb: "request.key-accepted", record, before: request, after });
      return { vendingMachine: null, request: requestView(after) };
    });
};
