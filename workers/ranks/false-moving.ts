import type { Document } from "mongodb";
import type { RankHeadDocument } from "#shared/runtime/documents/orders.ts";
import type { DbSession } from "#shared/runtime/mongo.ts";
import { findMoved, inEra, isUpTo, uncountedIn } from "#shared/runtime/ranks/moved-rows.ts";
import { type Moving, movingScopeOf, type RankedList, type Scope } from "#shared/runtime/ranks/ranked-lists.ts";
import { findStretch, type Place } from "#shared/runtime/ranks/stretch.ts";
import { type MovingStores, ofEra } from "./moving-walk.ts";

/** Between so many anchors there are so many times 50 rows at most. */
const anchorsAtOnce = 200;
const mostMoved = 100_000;

/** So many rows up to a place. */
interface Said {
  place: Place;
  rank: number;
}

/**
 * Compares the anchors of a list's moving field with its rows, some at a time, each time at one moment. Answers the name
 * of the first scope of which something false is said; null where all of it is true.
 */
export const findFalseMoving = async (
  { collections, db, readAsOf }: MovingStores,
  list: RankedList,
  moving: Moving,
): Promise<string | null> => {
  const rowsIn = db.collection(list.collection);
  const { movingAnchors, rankHeads } = collections;
  const whole = await rankHeads.findOne({ _id: list.name });
  if (!whole) return null;
  const { era } = whole;

  /** What the heads say: up to where the walk is. */
  const atHead = async (session: DbSession, head: string, value: string): Promise<Said[]> => {
    const listed = await rankHeads.findOne({ _id: list.name, era }, { session });
    const part = await rankHeads.findOne({ _id: head }, { session });
    return listed?.place && part ? [{ place: listed.place, rank: part.ranks[value] ?? 0 }] : [];
  };

  /** What its rows say between two places that anchors name. */
  const areTrue = async (session: DbSession, scope: Scope, from: Said | null, said: Said[]): Promise<boolean> => {
    const last = said.at(-1);
    if (!last) return true;
    const edges = { from: from ? { after: from.place } : undefined, to: { after: last.place } };
    const found = await findStretch<Document>(rowsIn, list, scope, edges, {
      session,
      projection: { _id: 1, [list.at]: 1 },
      sort: { [list.at]: 1, _id: 1 },
    }).toArray();
    const places = found.map((row): Place => ({ at: row[list.at], id: row._id }));
    const moved = (await findMoved(rowsIn, list, { session, limit: mostMoved })).filter(
      ({ place }) => !from || !isUpTo(place, from.place),
    );
    let passed = 0;
    return said.every(({ place, rank }) => {
      for (let next = places[passed]; next && isUpTo(next, place); next = places[passed]) passed += 1;
      const came = moved.filter((row) => isUpTo(row.place, place));
      const more = came.reduce((sum, row) => sum + uncountedIn(scope.name, list, row), 0);
      return rank === (from?.rank ?? 0) + passed - more;
    });
  };

  const isTrue = async (head: RankHeadDocument, scope: Scope, value: string): Promise<boolean> => {
    for (let from: Place | null = null, isAll = false; !isAll; ) {
      const { found } = await readAsOf(async (session) => {
        const anchors = await movingAnchors
          .find(
            { scope: inEra(era, scope.name), ...(from ? { at: { $gte: from.at } } : {}) },
            { session, sort: { at: 1, id: 1 }, hint: "place", limit: anchorsAtOnce },
          )
          .toArray();
        const all = anchors.map(({ at, id, rank }): Said => ({ place: { at, id }, rank }));
        const begin = all.find(({ place }) => from?.id.equals(place.id)) ?? null;
        const isLast = anchors.length < anchorsAtOnce;
        const said = [
          ...all.filter(({ place }) => !from || !isUpTo(place, from)),
          ...(isLast ? await atHead(session, head._id, value) : []),
        ];
        const agrees = (from === null || begin !== null) && (await areTrue(session, scope, begin, said));
        return { agrees, isLast: isLast || said.length === 0, next: said.at(-1)?.place ?? null };
      });
      if (!found.agrees) return false;
      ({ isLast: isAll, next: from } = found);
    }
    return true;
  };

  const heads = [whole, ...(await rankHeads.find({ _id: ofEra(era) }).toArray())];
  for (const head of heads) {
    const [field = null] = Object.keys(head.where);
    const kind = moving.kinds.find((one) => one.field === field);
    if (!kind) continue;
    const name = head._id === list.name ? list.name : head._id.slice(inEra(era, "").length);
    const part: Scope = { name, where: head.where, index: kind.index, isMoving: false };
    for (const value of moving.values) {
      const scope = movingScopeOf(moving, part, value);
      if (!(await isTrue(head, scope, value))) return scope.name;
    }
  }
  return null;
};
