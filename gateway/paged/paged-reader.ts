import type { Document, WithId } from "mongodb";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { pageListAround } from "#shared/http/paging.ts";
import type { ServiceConfig } from "#shared/runtime/config.ts";
import { inBatches } from "#shared/runtime/in-batches.ts";
import type { DbSession, Mongo } from "#shared/runtime/mongo.ts";
import type { Limits } from "../limits.ts";
import { openTallied } from "./open-tallied.ts";
import { nothing, type Opened, openCounted } from "./opened-list.ts";
import type { PagedAnswer, PagedQuery } from "./paged-answer.ts";
import { questionOf } from "./paged-question.ts";

interface Parts {
  mongo: Pick<Mongo, "db" | "collections" | "readAsOf" | "streamAsOf">;
  config: Pick<ServiceConfig, "TIME_ZONE">;
  limits: Pick<Limits, "rowsSkipped">;
}

/** Few enough that reading a batch keeps nobody waiting. */
const fewRows = 500;

/** What a page says of the list that it is cut from. */
export type Figures = ReturnType<typeof figuresOf>;
const figuresOf = (total: number, activePage: number, rowsPerPage: number) => {
  const pages = Math.ceil(total / rowsPerPage);
  return { pages, activePage, currentPage: activePage, pageList: pageListAround(activePage, pages), total };
};

/**
 * Makes views of rows; called for each batch, in the snapshot in which they were read. `totals` are the running totals
 * after each row, of a tallied list that has a sum.
 */
export type Show<Row, View> = (rows: Row[], dbSession: DbSession, totals: number[]) => Promise<View[]>;

/** Answers every declared list: one page, or all of its rows while they are sent. Totals are exact. */
export const createPagedReader = ({ mongo, config, limits }: Parts) => {
  const { rowsSkipped } = limits;
  const open = async <L extends AnyPagedList, D extends Document>(
    dbSession: DbSession,
    answer: PagedAnswer<L, D>,
    query: PagedQuery<L>,
  ): Promise<Opened<D>> => {
    const look = { dbSession, collections: mongo.collections };
    const question = await questionOf(answer, query, look, config.TIME_ZONE);
    if (!question) return nothing();
    if (answer.tallied && question.tallied) {
      const { scope, moments, way } = question.tallied;
      return openTallied<D>(
        { mongo, dbSession, list: answer.tallied, scope, rowsSkipped },
        moments,
        way,
        answer.fields,
      );
    }
    return openCounted({ answer, question, dbSession, collections: mongo.collections, rowsSkipped });
  };

  return {
    /** Beyond the last page there are no rows. */
    page: async <L extends AnyPagedList, D extends Document, View>(
      answer: PagedAnswer<L, D>,
      query: PagedQuery<L> & { page: number },
      show: Show<WithId<D>, View>,
    ) => {
      const { page } = query;
      const { rowsPerPage } = answer.list;
      const { found, asOf } = await mongo.readAsOf(async (dbSession) => {
        const { total, read } = await open(dbSession, answer, query);
        const first = (page - 1) * rowsPerPage;
        const last = Math.min(total, first + rowsPerPage);
        const { rows, totals } = first < last ? await read(first, last, page) : { rows: [], totals: [] };
        return {
          rows: rows.length === 0 ? [] : await show(rows, dbSession, totals),
          figures: figuresOf(total, page, rowsPerPage),
        };
      });
      return { ...found, asOf };
    },

    /**
     * Every row that the query finds, some at a time; `end` is owed whatever happens. Who keeps nobody waiting takes more
     * at a time: the names of a batch are read once.
     */
    all: async <L extends AnyPagedList, D extends Document, View>(
      answer: PagedAnswer<L, D>,
      query: PagedQuery<L>,
      show: Show<WithId<D>, View>,
      rowsPerBatch = fewRows,
    ) => {
      const { found, asOf, end } = await mongo.streamAsOf(async (dbSession) => ({
        dbSession,
        ...(await open(dbSession, answer, query)),
      }));
      const { dbSession, total, each } = found;
      const rows = async function* (): AsyncGenerator<View[]> {
        for await (const batch of inBatches(each(rowsPerBatch), rowsPerBatch))
          yield show(
            batch.map(({ row }) => row),
            dbSession,
            batch.map(({ total: sum }) => sum),
          );
      };
      return { rows: rows(), figures: figuresOf(total, 1, Math.max(1, total)), asOf, end };
    },
  };
};
