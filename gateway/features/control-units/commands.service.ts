import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { SessionDocument } from "#shared/control-units/command.document.server.ts";
import { namesContainers } from "#shared/control-units/control-unit.rules.ts";
import type { CommandBody, TestingFeedback } from "#shared/control-units/control-unit.schema.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import type { ControlUnitsRepository } from "./control-units.repository.ts";
import type { CommandedContainer } from "./named-containers.ts";
import type { CommandedMachine } from "./new-session.ts";
import type { RequestedContainers } from "./requested-containers.ts";
import type { RequestedCommand, SessionIntake } from "./session-intake.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock"> & {
  units: ControlUnitsRepository;
  requested: RequestedContainers;
  takeIn: SessionIntake;
};

const requireSessionAt = async (
  units: ControlUnitsRepository,
  dbSession: DbSession,
  machine: CommandedMachine,
  id: string,
): Promise<SessionDocument> => {
  const session = await units.session(new ObjectId(id), dbSession);
  if (!session) throw new DomainError("missing", `There is no session ${id}`);
  if (session.machine.equals(machine._id)) return session;
  throw new DomainError("conflict", `Session ${id} belongs to vending machine ${session.vendingMachineId}`);
};

/** Containers that are named count before those of a session; only a lock-close-verify may name a session instead. */
const targetsOf = async (
  { units, requested }: Pick<Parts, "units" | "requested">,
  dbSession: DbSession,
  machine: CommandedMachine,
  type: CommandType,
  { containers, id }: CommandBody,
): Promise<{ containers: CommandedContainer[]; checks: ObjectId | null }> => {
  if (!namesContainers(type)) return { containers: [], checks: null };
  const checked = type === "lock-close-verify" && id ? await requireSessionAt(units, dbSession, machine, id) : null;
  const checks = checked?._id ?? null;
  const named = containers ?? [];
  if (named.length > 0) return { containers: await requested.named(dbSession, machine, named), checks };
  if (!checked) {
    const instead = type === "lock-close-verify" ? ", or the id of a session" : "";
    throw new DomainError("invalid", `containers: name at least one${instead}`);
  }
  const same = await requested.ofRows(dbSession, machine, await units.rows(checked._id, dbSession));
  if (same.length > 0) return { containers: same, checks };
  throw new DomainError("invalid", `Session ${checked._id.toHexString()} has no containers to check`);
};

const requireProduct = async (
  units: ControlUnitsRepository,
  dbSession: DbSession,
  productId: string | null | undefined,
) => {
  if (!productId) return null;
  const product = new ObjectId(productId);
  if (await units.productExists(dbSession, product)) return product;
  throw new DomainError("invalid", `productId: there is no product ${productId}`);
};

/** Commands of operators to control units, and what they say of how those went. */
export const createCommandsService = (parts: Parts) => {
  const { mongo, audit, clock, units, takeIn } = parts;
  const requireMachine = async (vendingMachineId: string): Promise<CommandedMachine> => {
    const machine = await units.machine(vendingMachineId);
    if (!machine) throw new DomainError("missing", `There is no vending machine ${vendingMachineId}`);
    return machine;
  };

  return {
    /** Answers once the session is stored; throws `conflict` with `sessionId` for a machine that is offline. */
    give: async (
      type: CommandType,
      body: CommandBody,
      request: RequestedCommand,
    ): Promise<{ sessionId: string; message: string }> => {
      const machine = await requireMachine(body.vendingMachineId);
      return takeIn(machine, request, async (dbSession) => ({
        type,
        ...(await targetsOf(parts, dbSession, machine, type, body)),
        product: await requireProduct(units, dbSession, body.productId),
        operationType: body.operationType || null,
        lockFailedTo: body.lockFailedTo || null,
        resends: null,
      }));
    },

    keepFeedback: async (
      actor: Actor,
      { vendingMachineId, id, lockFailedTo, operationType }: TestingFeedback,
    ): Promise<{ message: string }> => {
      const machine = await requireMachine(vendingMachineId);
      await mongo.inTransaction(async (dbSession) => {
        const session = await requireSessionAt(units, dbSession, machine, id);
        const feedback = {
          _id: new ObjectId(),
          machine: machine._id,
          vendingMachineId,
          session: session._id,
          lockFailedTo,
          operationType,
          by: actor.id,
          createdAt: new Date(clock.now()),
        };
        await units.addFeedback(dbSession, feedback);
        const record = { collection: "testingFeedback", id: feedback._id.toHexString() };
        await audit.write(dbSession, actor, { verb: "control-unit.judged", record, before: null, after: feedback });
      });
      return { message: "Success" };
    },
  };
};
