import type { Document, WithId } from "mongodb";
import { DomainError } from "#shared/http/domain-error.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { pageListAround } from "#shared/http/paging.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { GatewayParts } from "../../parts.ts";
import type { PagedAnswer, PagedQuery } from "./paged-answer.ts";
import { type PagedQuestion, questionOf } from "./paged-question.ts";

type Parts = { mongo: Pick<Mongo, "collections" | "readAsOf" | "streamAsOf"> } & Pick<
  GatewayParts,
  "config" | "limits"
>;

/** Few enough that reading a batch keeps nobody waiting. */
const rowsPerBatch = 500;

/** What a page says of the list that it is cut from. */
const figuresOf = (total: number, activePage: number, rowsPerPage: number) => {
  const pages = Math.ceil(total / rowsPerPage);
  return { pages, activePage, currentPage: activePage, pageList: pageListAround(activePage, pages), total };
};

/** Makes views of rows; called for each batch, in the snapshot in which they were read. */
export type Show<Row, View> = (rows: Row[], dbSession: DbSession) => Promise<View[]>;

/** Answers every declared list: one page, or all of its rows while they are sent. Totals are exact. */
export const createPagedReader = ({ mongo, config, limits }: Parts) => {
  const open = async <L extends AnyPagedList, D extends Document>(
    dbSession: DbSession,
    answer: PagedAnswer<L, D>,
    query: PagedQuery<L>,
  ) => {
    const collection = answer.collection(mongo.collections);
    const look = { dbSession, collections: mongo.collections };
    const question = await questionOf(answer, query, look, config.TIME_ZONE);
    const find = ({ filter, readBy }: PagedQuestion) =>
      collection.find<WithId<D>>(filter as never, { session: dbSession, projection: answer.fields, hint: readBy });
    /** A list of a million rows, where counting takes too long, is counted and entered by its rank anchors here. */
    const total = question
      ? await collection.countDocuments(question.filter as never, { session: dbSession, hint: question.countBy })
      : 0;
    return { question, find, total };
  };

  return {
    /** Beyond the last page there are no rows. A page in the later half is read from the other end. */
    page: async <L extends AnyPagedList, D extends Document, View>(
      answer: PagedAnswer<L, D>,
      query: PagedQuery<L> & { page: number },
      show: Show<WithId<D>, View>,
    ) => {
      const { page } = query;
      const { rowsPerPage } = answer.list;
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const { question, find, total } = await open(dbSession, answer, query);
        const figures = figuresOf(total, page, rowsPerPage);
        const first = (page - 1) * rowsPerPage;
        const length = Math.min(rowsPerPage, total - first);
        if (!question || length <= 0) return { rows: [] as View[], figures };

        const fromTheEnd = total - first - length;
        const backwards = fromTheEnd < first;
        const skip = backwards ? fromTheEnd : first;
        if (skip > limits.rowsSkipped) {
          throw new DomainError(
            "invalid",
            `page: ${page} is too far inside a list of ${total} rows, narrow the filter`,
          );
        }
        const order = Object.entries(question.sort).map(([field, way]) => [field, backwards ? -way : way]);
        const rows = await find(question).sort(Object.fromEntries(order)).skip(skip).limit(length).toArray();
        return { rows: await show(backwards ? rows.reverse() : rows, dbSession), figures };
      });
      return { ...found, asOf };
    },

    /** Every row that the query finds, some at a time; `end` is owed whatever happens. */
    all: async <L extends AnyPagedList, D extends Document, View>(
      answer: PagedAnswer<L, D>,
      query: PagedQuery<L>,
      show: Show<WithId<D>, View>,
    ) => {
      const { found, asOf, end } = await mongo.streamAsOf(async (dbSession) => ({
        dbSession,
        ...(await open(dbSession, answer, query)),
      }));
      const { dbSession, question, find, total } = found;
      const rows = async function* (): AsyncGenerator<View[]> {
        if (!question) return;
        const cursor = find(question).sort(question.sort).batchSize(rowsPerBatch);
        let batch: WithId<D>[] = [];
        for await (const row of cursor) {
          if (batch.push(row) < rowsPerBatch) continue;
          yield show(batch, dbSession);
          batch = [];
        }
        if (batch.length > 0) yield show(batch, dbSession);
      };
      return { rows: rows(), figures: figuresOf(total, 1, Math.max(1, total)), asOf, end };
    },
  };
};
export type PagedReader = ReturnType<typeof createPagedReader>;
