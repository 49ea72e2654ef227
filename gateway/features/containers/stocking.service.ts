import { type Filter, ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import * as rules from "#shared/containers/container.rules.ts";
import type { Container } from "#shared/containers/container.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import type { OnceCall } from "../../records/once.ts";
import { factsAt, guards, insist, noReservation, type Obstacle, whyNot } from "./container-guards.ts";
import type { ContainersRepository } from "./containers.repository.ts";
import type { ContainersService } from "./containers.service.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once"> & {
  containers: ContainersRepository;
  service: Pick<ContainersService, "showAll" | "write">;
};
/** One container, as the calls for stock name it. */
interface Named {
  id: string;
  vendingMachine: string;
  rev?: number | undefined;
}
const stockObstacles: Obstacle[] = ["reserved", "disabled", "unassigned"];
const empty = { isEmpty: true, stockedOn: null, stockedBy: null, ...noReservation } as const;

/** Who stocked it and when is written with it. */
const stocked = (actor: Actor, now: number) => ({
  ...noReservation,
  isEmpty: false,
  stockedOn: new Date(now),
  stockedBy: actor.id,
});

/** A container becomes stocked, or empty. */
interface Marking {
  verb: string;
  allows: (facts: rules.ContainerFacts) => boolean;
  guard: (now: number) => Filter<ContainerDocument>;
  unless: Obstacle;
  fields: (actor: Actor, now: number) => Partial<ContainerDocument>;
}

const toStocked: Marking = {
  verb: "container.stocked",
  allows: rules.canBeStocked,
  guard: guards.canBeStocked,
  unless: "stocked",
  fields: stocked,
};

const toEmpty: Marking = {
  verb: "container.emptied",
  allows: rules.canBeEmptied,
  guard: guards.canBeEmptied,
  unless: "empty",
  fields: () => empty,
};

/** A container is named together with its machine, so that a slip of a digit does not stock another machine. */
const requireAt = async (containers: ContainersRepository, dbSession: DbSession, { id, vendingMachine }: Named) => {
  const [found] = await containers.byIds(dbSession, new ObjectId(vendingMachine), [new ObjectId(id)]);
  if (!found) throw new DomainError("missing", `There is no container ${id} at this vending machine`);
};

const requireAll = async (
  containers: ContainersRepository,
  dbSession: DbSession,
  machine: ObjectId,
  ids: string[],
): Promise<ContainerDocument[]> => {
  const wanted = [...new Set(ids)];
  const found = await containers.byIds(
    dbSession,
    machine,
    wanted.map((id) => new ObjectId(id)),
  );
  const known = new Set(found.map(({ _id }) => _id.toHexString()));
  const unknown = wanted.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new DomainError("missing", `This vending machine has no container ${unknown.join(", ")}`, {
      notAllowed: unknown,
    });
  return found;
};

/** Cans that were put into containers, and cans that came out. */
export const createStockingService = ({ mongo, audit, clock, containers, service, once }: Parts) => {
  /** Changes one container if the rule allows it. */
  const mark = (
    requested: OnceCall,
    named: Named,
    { verb, allows, guard, unless, fields }: Marking,
  ): Promise<{ container: Container }> =>
    once(requested, async (dbSession) => {
      await requireAt(containers, dbSession, named);
      const now = clock.now();
      return service.write(dbSession, requested.actor, named, {
        verb,
        guard: guard(now),
        fields: (present) => {
          const facts = factsAt(present, now);
          insist(allows(facts), present, facts, [...stockObstacles, unless]);
          return fields(requested.actor, now);
        },
      });
    });

  return {
    markStocked: (requested: OnceCall, named: Named) => mark(requested, named, toStocked),
    markEmpty: (requested: OnceCall, named: Named) => mark(requested, named, toEmpty),

    /** All that are named, or none: the refusal names each that may not be stocked, and why. */
    markManyStocked: (
      requested: OnceCall,
      { vendingMachine, ids }: { vendingMachine: string; ids: string[] },
    ): Promise<{ containers: Container[] }> =>
      once(requested, async (dbSession) => {
        const { _id: machine } = await requireMachine(mongo, dbSession, vendingMachine);
        const before = await requireAll(containers, dbSession, machine, ids);
        const now = clock.now();
        const refused = before.filter((container) => !rules.canBeStocked(factsAt(container, now)));
        if (refused.length > 0) throw notAllowed(refused, now);

        const those = { _id: { $in: before.map(({ _id }) => _id) } };
        const { modifiedCount } = await containers.collection.updateMany(
          { ...those, ...guards.canBeStocked(now) },
          { $set: stocked(requested.actor, now), $inc: { rev: 1 } },
          { session: dbSession },
        );
        if (modifiedCount !== before.length)
          throw new DomainError("conflict", "Some of these containers were changed by somebody else meanwhile");
        const was = new Map(before.map((container) => [container._id.toHexString(), container]));
        const after = await containers.byIds(
          dbSession,
          machine,
          before.map(({ _id }) => _id),
        );
        await audit.writeAll(
          dbSession,
          requested.actor,
          after.map((container) => {
            const id = container._id.toHexString();
            const record = { collection: "containers", id };
            return { verb: "container.stocked", record, before: was.get(id) ?? null, after: container };
          }),
        );
        return { containers: await service.showAll(dbSession, machine) };
      }),
  };
};

const notAllowed = (refused: ContainerDocument[], now: number) => {
  const why = refused.map(
    (container) => `${container.label} ${whyNot(factsAt(container, now), [...stockObstacles, "stocked"])}`,
  );
  return new DomainError("conflict", `Nothing was stocked: container ${why.join(", container ")}`, {
    notAllowed: refused.map(({ _id }) => _id.toHexString()),
  });
};
