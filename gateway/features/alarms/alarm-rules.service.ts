import { ObjectId } from "mongodb";
import type { AlarmRuleDocument } from "#shared/alarms/alarm-rule.document.server.ts";
import { type AlarmRuleChange, mostAlarmRules, type NewAlarmRule } from "#shared/alarms/alarm-rule.schema.ts";
import type { Actor } from "#shared/audit/audit.server.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { operatorRoles } from "#shared/users/user.rules.ts";
import type { FeatureParts } from "../../records/feature.ts";
import { holdSettings } from "../../records/hold-settings.ts";
import { alarmRuleView, type OperatorsByName } from "./alarm-rules.view.ts";

type Parts = Pick<FeatureParts, "mongo" | "audit" | "clock" | "config">;
type Mongo = Parts["mongo"];

const recordOf = (_id: ObjectId) => ({ collection: "alarmRules", id: _id.toHexString() });

/** Those who may sign in, by their names. */
const readOperators = async ({ collections: { users } }: Mongo, session: DbSession) => {
  const found = await users
    .find({ role: { $in: operatorRoles }, suspend: false }, { session, projection: { name: 1 } })
    .sort({ name: 1 })
    .toArray();
  return found.map(({ _id, name }) => ({ _id: _id.toHexString(), name }));
};
const namesOf = (operators: Awaited<ReturnType<typeof readOperators>>): OperatorsByName =>
  new Map(operators.map(({ _id, name }) => [_id, name]));

const idsOf = ({ rota }: Pick<AlarmRuleDocument, "rota">) => rota.map(({ operator }) => operator.toHexString());

/** What a request stores. Throws `invalid` for who or what is not there; who was in the rota already may stay. */
const storedOf = async (
  { collections: { regions } }: Mongo,
  session: DbSession,
  { rota, regions: ids, ...rule }: NewAlarmRule,
  names: OperatorsByName,
  before?: AlarmRuleDocument,
): Promise<Omit<AlarmRuleDocument, "_id" | "turnsFrom" | "rev">> => {
  if (rota.length === 0 && !rule.webhook) throw new DomainError("invalid", "rota: must name at least one operator");
  const present = new Set(before ? idsOf(before) : []);
  if (rota.some(({ operator }) => !names.has(operator) && !present.has(operator)))
    throw new DomainError("invalid", "rota: must name operators who may sign in");
  const wanted = ids.map((id) => new ObjectId(id));
  const found = wanted.length > 0 ? await regions.countDocuments({ _id: { $in: wanted } }, { session }) : 0;
  if (found !== wanted.length) throw new DomainError("invalid", "regions: one of them is gone");
  return {
    ...rule,
    regions: wanted,
    rota: rota.map(({ operator, awayUntil }) => ({
      operator: new ObjectId(operator),
      awayUntil: awayUntil === null ? null : new Date(awayUntil),
    })),
  };
};

/** Who is notified of which alarms. Operators read the rules, admins change them. Screens load them and follow nothing. */
export const createAlarmRulesService = ({ mongo, audit, clock, config }: Parts) => {
  const { alarmRules } = mongo.collections;
  const show = (rule: AlarmRuleDocument, names: OperatorsByName) =>
    alarmRuleView(rule, names, { now: clock.now(), timeZone: config.TIME_ZONE });
  const requireRule = async (session: DbSession, id: string): Promise<AlarmRuleDocument> => {
    const found = await alarmRules.findOne({ _id: new ObjectId(id) }, { session });
    if (!found) throw new DomainError("missing", `There is no rule ${id}`);
    return found;
  };
  /** In one transaction, with the names of the operators at that moment. */
  const write = <T>(work: (session: DbSession, names: OperatorsByName) => Promise<T>) =>
    mongo.inTransaction(async (session) => work(session, namesOf(await readOperators(mongo, session))));

  return {
    list: () =>
      mongo.answerAsOf(async (session) => {
        const operators = await readOperators(mongo, session);
        const found = await alarmRules.find({}, { session }).sort({ name: 1 }).toArray();
        return { alarmRules: found.map((rule) => show(rule, namesOf(operators))), operators };
      }),

    add: (actor: Actor, rule: NewAlarmRule) =>
      write(async (session, names) => {
        await holdSettings(session, mongo);
        if ((await alarmRules.countDocuments({}, { session, limit: mostAlarmRules })) >= mostAlarmRules)
          throw new DomainError("conflict", `At most ${mostAlarmRules} rules are allowed: remove one first`);
        const fields = await storedOf(mongo, session, rule, names);
        const after = { _id: new ObjectId(), ...fields, turnsFrom: new Date(clock.now()), rev: 0 };
        await alarmRules.insertOne(after, { session });
        const line = { verb: "alarmRule.added", record: recordOf(after._id), before: null, after };
        await audit.write(session, actor, line);
        return { alarmRule: show(after, names) };
      }),

    change: (actor: Actor, id: string, { rev, ...rule }: AlarmRuleChange) =>
      write(async (session, names) => {
        const before = await requireRule(session, id);
        if (rev !== undefined && rev !== before.rev)
          throw new DomainError("stale", "This rule was changed by somebody else meanwhile", {
            alarmRule: show(before, names),
          });
        const fields = await storedOf(mongo, session, rule, names, before);
        // Another rota begins anew; the same one goes on.
        const isSame = idsOf(fields).join() === idsOf(before).join();
        const turnsFrom = isSame ? before.turnsFrom : new Date(clock.now());
        const after = { _id: before._id, ...fields, turnsFrom, rev: before.rev + 1 };
        await alarmRules.replaceOne({ _id: before._id }, after, { session });
        await audit.write(session, actor, { verb: "alarmRule.changed", record: recordOf(before._id), before, after });
        return { alarmRule: show(after, names) };
      }),

    remove: (actor: Actor, id: string) =>
      write(async (session, names) => {
        const before = await requireRule(session, id);
        await alarmRules.deleteOne({ _id: before._id }, { session });
        const line = { verb: "alarmRule.removed", record: recordOf(before._id), before, after: null };
        await audit.write(session, actor, line);
        return { alarmRule: show(before, names) };
      }),
  };
};
