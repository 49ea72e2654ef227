import type { UpdateFilter } from "mongodb";
import type { AlarmDocument } from "#shared/alarms/alarm.document.server.ts";
import { mostSteps } from "#shared/alarms/alarm.rules.ts";
import type { WorkerParts } from "../parts.ts";
import { isTouched } from "./alarm-changes.ts";
import { isInFuture } from "./finding.ts";
import { isAlike, publishAlarm } from "./publish-alarm.ts";
import { type Rota, readRota, type Turn } from "./rota.ts";

type Parts = Pick<WorkerParts, "mongo" | "log"> & { timeZone: string };
type About = Awaited<ReturnType<Rota["about"]>>;
/** Alarms per sweep; the rest comes with the next one. */
const limit = 200;

/**
 * Each operator is in the history once, however many rules name them; by id, like the operator to whom an alarm is
 * assigned.
 */
const steps = (turns: readonly Turn[], at: Date) => {
  const ids = new Set(turns.map(({ operator }) => operator.toHexString()));
  const lines = [...ids].map((words) => ({ at, step: "notified" as const, by: null, words }));
  return { history: { $each: lines, $slice: -mostSteps } };
};

/**
 * Since when the operator who was notified at that moment has had the alarm without a break. The time begins anew where
 * the alarm cleared and returned, and where its snooze was ended by hand. Steps in the future do not count: they were
 * written before MongoDB's clock was set back.
 */
const hasItSince = ({ history: all }: AlarmDocument, at: Date, now: number): Date => {
  const history = all.filter((step) => !isInFuture(step.at, now));
  const cleared = history.findLastIndex(({ step }) => step === "cleared");
  const returned = cleared === -1 ? undefined : history.slice(cleared).find(({ step }) => step === "repeated");
  const woken = history.findLast(({ step }) => step === "woken");
  return [returned, woken].reduce((latest, step) => (step && step.at > latest ? step.at : latest), at);
};

/**
 * The one place from which others are notified: an alarm was raised, is still true after it was acknowledged, or has
 * cleared. Whom the rules notify is written with the alarm, which their open pages follow; the alarm keeps what is due
 * until then, so nothing is lost with a killed worker and nobody is notified twice.
 */
export const createAnnouncer = (parts: Parts) => {
  const { mongo, log } = parts;
  const { alarms } = mongo.collections;

  /** Announces the notice at this place of those that are due. */
  const notify = async (about: About, place: number, alarm: AlarmDocument, now: number): Promise<void> => {
    const { _id, kind, subject, state, notified: before = [], due = [] } = alarm;
    const notice = due[place];
    if (!notice) return;
    const { turns, byWebhook } = about(alarm);
    const at = new Date(now);
    // Nobody is notified of an alarm that somebody has acknowledged or snoozed already, perhaps while work kept it
    // quiet. If no rule has an operator for it now, whoever had it before has it no longer; `passOn` gives it to the
    // first operator who is there.
    const isNews =
      (notice === "raised" || notice === "reminded") &&
      state === "open" &&
      !isTouched(alarm, now) &&
      turns.length + before.length > 0;
    const notified = turns.map(({ rule, operator }) => ({ rule, operator, at }));
    const isRaised = notice === "raised";
    // Webhooks that got the beginning get the end too, even if the rule has changed or is out of its hours by then.
    const left = due.slice(place).filter((one) => isAlike(one, notice)).length;
    const isSent = due.includes("raised") ? byWebhook : (alarm.byWebhook ?? byWebhook);
    const written = { ...(isRaised ? { byWebhook } : {}), ...(isNews ? { notified } : {}) };
    const update = {
      $pop: { due: -1 },
      ...(isRaised || isNews ? { $set: written } : {}),
      ...(isNews ? { $push: steps(turns, at) } : {}),
    } as UpdateFilter<AlarmDocument>;
    const isOurs = await mongo.inTransaction(async (session) => {
      const { modifiedCount } = await alarms.updateOne({ _id, "due.0": notice }, update, { session });
      if (modifiedCount === 1 && isSent) await publishAlarm(mongo, session, notice, alarm, left);
      return modifiedCount === 1;
    });
    if (isOurs) log.info({ alarm: _id.toHexString(), kind, subject: subject.id, byWebhook: isSent }, `alarm ${notice}`);
  };

  return {
    announce: async (now: number): Promise<void> => {
      const waiting = await alarms
        .find({ "due.0": { $exists: true } }, { hint: "due" })
        .limit(limit)
        .toArray();
      if (waiting.length === 0) return;
      const about = await (await readRota(parts, now)).about(waiting);
      for (const alarm of waiting) for (const place of (alarm.due ?? []).keys()) await notify(about, place, alarm, now);
    },

    /**
     * An alarm that nobody acknowledged in time goes to the next of the rota; one that was snoozed until now goes once
     * more to the operator who had it. An alarm that a rule could give to nobody, because it was out of its hours or
     * its whole rota was away, goes to the first who is there; an alarm that a rule gave is taken back once the rule is
     * over.
     */
    passOn: async (open: readonly AlarmDocument[], now: number): Promise<void> => {
      const isPast = (at: Date | null) => at === null || at.getTime() <= now;
      const waiting = open.filter(
        ({ seenBy, quietUntil, snoozedUntil, isAnnounced, due = [] }) =>
          isAnnounced && due.length === 0 && seenBy === null && !quietUntil && isPast(snoozedUntil),
      );
      if (waiting.length === 0) return;
      const rota = await readRota(parts, now);
      const about = await rota.about(waiting);
      const at = new Date(now);
      for (const alarm of waiting) {
        const { _id, snoozedUntil, notified = [] } = alarm;
        // Work may have begun in this very look.
        const isWaiting = { state: "open" as const, seenBy: null, snoozedUntil, quietUntil: null };
        const { turns, isOver } = about(alarm);
        const over = notified.filter(isOver).map(({ rule }) => rule);
        if (over.length > 0) await alarms.updateOne({ _id }, { $pull: { notified: { rule: { $in: over } } } });
        for (const present of notified.filter((one) => !isOver(one))) {
          const since = hasItSince(alarm, present.at, now);
          const next =
            snoozedUntil && snoozedUntil > since ? rota.again(present) : rota.after({ ...present, at: since });
          if (!next) continue;
          await alarms.updateOne({ _id, ...isWaiting, notified: { $elemMatch: present } }, {
            $set: { "notified.$.operator": next.operator, "notified.$.at": at },
            $push: steps([next], at),
          } as UpdateFilter<AlarmDocument>);
        }
        const missed = turns.filter(({ rule }) => !notified.some((one) => one.rule.equals(rule)));
        if (missed.length === 0) continue;
        const given = missed.map(({ rule, operator }) => ({ rule, operator, at }));
        const rules = missed.map(({ rule }) => rule);
        await alarms.updateOne({ _id, ...isWaiting, "notified.rule": { $nin: rules } }, {
          $push: { notified: { $each: given }, ...steps(missed, at) },
        } as UpdateFilter<AlarmDocument>);
      }
    },
  };
};
