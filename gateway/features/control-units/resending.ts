import type { SessionRowDocument } from "#shared/control-units/command.document.server.ts";
import { namesContainers } from "#shared/control-units/control-unit.rules.ts";
import type { CommandType } from "#shared/events/machine-topics.ts";
import { DomainError } from "#shared/http/domain-error.ts";
import type { RowUnderWay } from "./control-units.repository.ts";
import { pickNamed } from "./named-containers.ts";

type Row = Pick<SessionRowDocument, "container" | "label" | "end">;

const endedBadly = ({ end }: Row): boolean => end !== null && end !== "done";

/**
 * The rows of a session that are to be given again: the named ones, or all that ended badly. Throws `invalid` for a
 * container that the session does not have, `conflict` for one that goes on or ended well.
 */
export const rowsToResend = <R extends Row>(type: CommandType, rows: R[], named: string[]): R[] => {
  const all = !namesContainers(type) || named.length === 0;
  const wanted = all ? rows.filter(endedBadly) : namedOf(rows, named);
  if (wanted.length === 0) throw new DomainError("conflict", "Nothing of this session has failed");
  const fine = wanted.filter((row) => !endedBadly(row)).map(({ label }) => label);
  if (fine.length > 0) throw new DomainError("conflict", `Container ${fine.join(", ")} has not failed`);
  return wanted;
};

/** Two operators who look at the same failed row must not open its door twice. Throws `conflict`. */
export const insistNotUnderWay = (
  wanted: Pick<SessionRowDocument, "label" | "channel">[],
  underWay: RowUnderWay[],
): void => {
  const sessionOf = new Map(underWay.map(({ channel, session }) => [channel, session.toHexString()]));
  const already = wanted.filter(({ channel }) => sessionOf.has(channel));
  const [first] = already;
  if (!first) return;
  const labels = already.map(({ label }) => label).filter(Boolean);
  const what = labels.length > 0 ? `Container ${labels.join(", ")} was` : "This was";
  throw new DomainError("conflict", `${what} sent again already`, { sessionId: sessionOf.get(first.channel) });
};

const namedOf = <R extends Row>(rows: R[], named: string[]): R[] => {
  const present = rows.flatMap((row) => (row.container ? { _id: row.container, label: row.label, row } : []));
  return pickNamed(present, named, "This session").map(({ row }) => row);
};
