import { ObjectId } from "mongodb";
import type { Actor } from "#shared/audit/audit.server.ts";
import { containerRecord } from "#shared/containers/container.record.ts";
import * as rules from "#shared/containers/container.rules.ts";
import type { Container, ContainerChange, WholeContainer } from "#shared/containers/container.schema.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { ContainerDocument } from "#shared/machines/machine.document.server.ts";
import { type DbSession, isTaken } from "#shared/runtime/mongo.ts";
import { changeRecordIn, onlyOf, removeRecordIn } from "../../records/change-record.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { requireMachine } from "../../records/find-machine.ts";
import type { OnceCall } from "../../records/once.ts";
import { factsAt, guards, insist } from "./container-guards.ts";
import type { ContainersRepository } from "./containers.repository.ts";
import { editOf } from "./edits.ts";
import { newContainers } from "./new-containers.ts";
import { changedForm } from "./whole-record.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "once"> & { containers: ContainersRepository };
type Edit = Pick<Parameters<typeof changeRecordIn<typeof containerRecord, Container>>[3], "fields" | "guard" | "verb">;
const at = (container: ContainerDocument) => ({ collection: "containers", id: container._id.toHexString() });

const formOf = async (containers: ContainersRepository, dbSession: DbSession, whole: WholeContainer) => {
  const present = await containers.byId(dbSession, new ObjectId(whole._id));
  return present && changedForm(present, whole);
};

const requireDeletable = async (
  containers: ContainersRepository,
  dbSession: DbSession,
  { machine, id, now }: { machine: string; id: string; now: number },
): Promise<ContainerDocument> => {
  const [present] = await containers.byIds(dbSession, new ObjectId(machine), [new ObjectId(id)]);
  if (!present) throw new DomainError("missing", `There is no container ${id} at this vending machine`);
  const facts = factsAt(present, now);
  insist(rules.canDelete(facts), present, facts, ["reserved", "stocked"]);
  return present;
};

/** The containers of machines as operators add, change and delete them. */
export const createContainersService = ({ mongo, audit, clock, containers, once }: Parts) => {
  const { collection } = containers;
  const showAll = async (dbSession: DbSession, machine: ObjectId): Promise<Container[]> =>
    containers.show(dbSession, await containers.ofMachine(dbSession, machine));

  const write = (
    dbSession: DbSession,
    actor: Actor,
    { id, rev }: { id: string; rev?: number | undefined },
    edit: Edit,
  ): Promise<{ container: Container }> =>
    changeRecordIn(dbSession, { mongo, audit }, actor, {
      definition: containerRecord,
      id: new ObjectId(id),
      rev,
      show: async (container) => onlyOf(await containers.show(dbSession, [container])),
      ...edit,
    });

  return {
    showAll,
    write,

    list: (named: string) =>
      mongo.answerAsOf(async (dbSession) => ({
        containers: await showAll(dbSession, (await requireMachine(mongo, dbSession, named))._id),
      })),

    /** Two calls that add at once do not disturb one another: the second one reads again. */
    add: (requested: OnceCall, { machine, count }: { machine: string; count: number }) => {
      const attempt = () =>
        once(requested, async (dbSession) => {
          const { _id } = await requireMachine(mongo, dbSession, machine);
          const added = newContainers(_id, await containers.ofMachine(dbSession, _id), count);
          await collection.insertMany(added, { session: dbSession });
          await audit.writeAll(
            dbSession,
            requested.actor,
            added.map((after) => ({ verb: "container.added", record: at(after), before: null, after })),
          );
          return { containers: await showAll(dbSession, _id) };
        });
      return attempt().catch((error: unknown) => {
        if (isTaken(error)) return attempt();
        throw error;
      });
    },

    change: async (actor: Actor, id: string, change: ContainerChange): Promise<{ container: Container }> => {
      if ("product" in change && change._id !== id)
        throw new DomainError("invalid", "_id: must be the id of the container that is changed");
      return mongo.inTransaction(async (dbSession) => {
        const form = "channel" in change ? await formOf(containers, dbSession, change) : change;
        const edit = editOf(form, { now: clock.now(), dbSession, containers });
        return write(dbSession, actor, { id, rev: change.rev }, edit);
      });
    },

    removeProduct: (actor: Actor, id: string, rev: number | undefined): Promise<{ container: Container }> =>
      mongo.inTransaction((dbSession) =>
        write(dbSession, actor, { id, rev }, editOf({ product: null }, { now: clock.now(), dbSession, containers })),
      ),

    /** Answers the machine's remaining containers. */
    remove: (actor: Actor, machine: string, id: string): Promise<{ containers: Container[] }> =>
      mongo.inTransaction(async (dbSession) => {
        const now = clock.now();
        const present = await requireDeletable(containers, dbSession, { machine, id, now });
        const filter = { _id: present._id, ...guards.canDelete(now) };
        const removal = { definition: containerRecord, verb: "container.deleted", filter };
        const gone = await removeRecordIn(dbSession, { mongo, audit }, actor, removal);
        if (!gone)
          throw new DomainError("conflict", `Container ${present.label} was changed by somebody else meanwhile`);
        return { containers: await showAll(dbSession, gone.machine) };
      }),
  };
};
export type ContainersService = ReturnType<typeof createContainersService>;
