import type { Document, WithId } from "mongodb";
import type * as z from "zod";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { type Streamed, streamed } from "../../http/streamed.ts";
import type { PagedAnswer, PagedQuery } from "./paged-answer.ts";
import type { PagedReader, Show } from "./paged-reader.ts";

interface Served<K extends string, Row, View extends z.ZodType> {
  /** The name that the reply carries its rows under. */
  key: K;
  row: View;
  show: Show<Row, z.input<View>>;
}

/** Answers a list whose reply is its rows under one name: a page of it, or with `download` every row while it is sent. */
export const servePaged =
  <L extends AnyPagedList, D extends Document, const K extends string, View extends z.ZodType>(
    reader: PagedReader,
    answer: PagedAnswer<L, D>,
    { key, row, show }: Served<K, WithId<D>, View>,
  ) =>
  async (query: PagedQuery<L> & { page: number; download: boolean }) => {
    const answerOf = <Figures extends object>(rows: z.input<View>[], figures: Figures, asOf: string) => ({
      ...({ [key]: rows } as Record<K, z.input<View>[]>),
      ...figures,
      asOf,
    });
    if (!query.download) {
      const { rows, asOf, ...figures } = await reader.page(answer, query, show);
      return answerOf(rows, figures.figures, asOf);
    }
    const { rows, figures, asOf, end } = await reader.all(answer, query, show);
    const nothingYet = answerOf([], figures, asOf);
    return streamed({ answer: nothingYet, field: key, row, rows, end }) as Streamed<typeof nothingYet>;
  };
