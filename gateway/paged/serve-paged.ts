import type { Document, WithId } from "mongodb";
import type * as z from "zod";
import type { Actor } from "#shared/audit/audit.server.ts";
import type { ClusterTime } from "#shared/http/fields.ts";
import type { AnyPagedList } from "#shared/http/paged-list.ts";
import { type Streamed, streamed } from "../http/streamed.ts";
import type { PagedAnswer, PagedQuery } from "./paged-answer.ts";
import type { Figures, Show } from "./paged-reader.ts";
import type { ServedPages } from "./served-pages.ts";

type Page<K extends string, Row> = Record<K, Row[]> & Figures & { asOf: ClusterTime };

interface Served<K extends string, Row, View extends z.ZodType, Answer> {
  /** The name that the reply carries its rows under. */
  key: K;
  row: View;
  show: Show<Row, z.input<View>>;
  /** The whole reply, where it is more than its page. */
  around?: (page: Page<K, z.input<View>>) => Answer;
}

/** Answers a list: a page of it, or with `download` every row while it is sent. */
export const servePaged =
  <
    L extends AnyPagedList,
    D extends Document,
    const K extends string,
    View extends z.ZodType,
    Answer extends object = Page<K, z.input<View>>,
  >(
    pages: ServedPages,
    answer: PagedAnswer<L, D>,
    { key, row, show, around = (page) => page as object as Answer }: Served<K, WithId<D>, View, Answer>,
  ) =>
  async ({
    query,
    actor,
  }: {
    query: PagedQuery<L> & { page: number; download: boolean };
    actor: Actor;
  }): Promise<NoInfer<Answer> | Streamed<NoInfer<Answer>>> => {
    const answerOf = (rows: z.input<View>[], figures: Figures, asOf: ClusterTime) =>
      around({ ...({ [key]: rows } as Record<K, z.input<View>[]>), ...figures, asOf });
    if (!query.download) {
      const { rows, figures, asOf } = await pages.page(answer, query, show);
      return answerOf(rows, figures, asOf);
    }
    const { rows, figures, asOf, end } = await pages.takeAll(actor, answer, query, show);
    return streamed({ answer: answerOf([], figures, asOf), field: key, row, rows, end });
  };
