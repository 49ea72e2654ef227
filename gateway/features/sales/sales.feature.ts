import * as api from "#shared/sales/sales.api.ts";
import { SalesRow } from "#shared/sales/sales.schema.ts";
import { route } from "../../http/route.ts";
import { servePaged } from "../../paged/serve-paged.ts";
import type { Feature } from "../../records/feature.ts";
import { createDownloadSales } from "./download-sales.ts";
import { salesPages } from "./sales.list.ts";
import { type ShownSales, salesView } from "./sales.view.ts";
import { createSummarizeSales } from "./summarize-sales.ts";

/** Sales, a row a day, that workers keep beside the orders: listed, summed up, and downloaded as the PDF of a day. */
export const salesFeature: Feature = (app, parts) => {
  const download = createDownloadSales(parts);
  const summarize = createSummarizeSales(parts);
  const shown = { key: "sales", row: SalesRow, show: async (rows: ShownSales[]) => rows.map(salesView) } as const;
  route(app, api.listSales, servePaged(parts.pages, salesPages, shown));
  route(app, api.summarizeSales, ({ query }) => summarize(query));
  route(app, api.downloadSales, ({ actor, query }) => download.day(actor, query.id));
  route(app, api.downloadSalesMonth, ({ actor, query }) => download.month(actor, query.month));
};
