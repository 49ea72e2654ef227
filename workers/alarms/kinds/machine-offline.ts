import { isSilent } from "#shared/machines/machine.rules.ts";
import { type Finder, type Finding, type Look, reconnectMs } from "../finding.ts";
import type { NetworkMachine } from "../network.ts";
import { groupOutages, severalRegions } from "../outages.ts";

const membersOf = (machines: readonly NetworkMachine[]) => machines.map(({ _id, name }) => ({ _id, name }));

/** A machine whose unit is silent for long, and an outage of many machines at once, which is one alarm. */
export const machineOffline: Finder = {
  name: "machine-offline",
  kinds: ["machine-offline", "region-offline"],
  everyMs: 10_000,
  find: async ({ now, steadySince, open, network }: Look): Promise<Finding[]> => {
    const { machines, regions } = await network();
    const silentSince = new Map(
      open.flatMap(({ subject, members, startedAt }) =>
        [subject.id, ...members.map(({ _id }) => _id.toHexString())].map((id) => [id, startedAt.getTime()] as const),
      ),
    );
    const silent = machines.flatMap((machine) => {
      const { active, region, openSince, serialNumber, speaksSince, activeSince } = machine;
      const id = machine._id.toHexString();
      // A new unit in the place of a silent one ends the alarm only when it is heard.
      const lastSeen = machine.lastSeen ?? (serialNumber === null ? null : (silentSince.get(id) ?? null));
      // A machine out of service or closed is not broken, and neither is one that fell silent before it opened.
      if (!active || lastSeen === null || openSince === null) return [];
      // The time in which its unit was not authorised, or the machine was deactive, does not count as silence, unless
      // it was offline before that.
      const since = Math.max(lastSeen, openSince, silentSince.has(id) ? 0 : Math.max(speaksSince, activeSince));
      return isSilent(since, now) ? [{ id, region, since, machine }] : [];
    });
    const opened = new Set(open.map(({ subject }) => subject.id));
    // Open alarms stay open; only new ones wait.
    const isSteady = now - steadySince >= reconnectMs;
    const isLong = ({ id, since, machine }: (typeof silent)[number]) =>
      now - since > machine.offlineAfterMs && (isSteady || opened.has(id));
    const known = open
      .filter(({ kind }) => kind === "region-offline")
      .map(({ subject, members, startedAt, lastAt }) => ({
        group: subject.id,
        members: members.map(({ _id }) => _id.toHexString()),
        startedAt: startedAt.getTime(),
        lastAt: lastAt.getTime(),
      }));
    const { groups, grown, singles } = groupOutages(silent, known, isLong, now);
    return [
      ...[...groups].map(([group, of]): Finding => {
        const where = group === severalRegions ? "several regions" : (regions.get(group) ?? "a region");
        return {
          kind: "region-offline",
          subject: group,
          words: `${of.length === 1 ? "1 machine" : `${of.length} machines`} of ${where} offline`,
          since: Math.min(...of.map(({ since }) => since)),
          members: membersOf(of.map(({ machine }) => machine)),
          isGrown: grown.has(group),
          region: group,
        };
      }),
      ...singles.map(
        ({ id, since, machine }): Finding => ({
          kind: "machine-offline",
          subject: id,
          words: `${machine.name} is offline`,
          since,
          machine,
        }),
      ),
    ];
  },
};
