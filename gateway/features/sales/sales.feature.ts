import * as api from "#shared/sales/sales.api.ts";
import { SalesRow } from "#shared/sales/sales.schema.ts";
import { route } from "../../http/route.ts";
import type { Feature } from "../feature.ts";
import { createPagedReader } from "../paged/paged-reader.ts";
import { servePaged } from "../paged/serve-paged.ts";
import { createDownloadSales } from "./download-sales.ts";
import { salesView } from "./sales.view.ts";
import { salesPages } from "./sales-pages.ts";
import { createSummarizeSales } from "./summarize-sales.ts";

/** Sales, a row a day, that workers keep beside the orders: listed, summed up, and downloaded as the PDF of a day. */
export const salesFeature: Feature = (app, parts) => {
  const reader = createPagedReader(parts);
  const download = createDownloadSales(parts);
  const summarize = createSummarizeSales(parts);
  const list = servePaged(reader, salesPages, {
    key: "sales",
    row: SalesRow,
    show: (rows) => Promise.resolve(rows.map(salesView)),
  });
  route(app, api.listSales, ({ query }) => list(query));
  route(app, api.summarizeSales, ({ query }) => summarize(query));
  route(app, api.downloadSales, ({ actor, query }) => download(actor, query.id));
};
