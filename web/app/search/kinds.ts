import { machineRecord } from "#shared/machines/machine.record.ts";
import { orderRecord } from "#shared/orders/order.record.ts";
import { productRecord } from "#shared/products/product.record.ts";
import { profileRecord } from "#shared/profiles/profile.record.ts";
import { regionRecord } from "#shared/regions/region.record.ts";
import { requestRecord } from "#shared/registration/request.record.ts";
import { unitRecord } from "#shared/registration/unit.record.ts";
import type { SearchKind } from "#shared/search/search.schema.ts";
import { transactionRecord } from "#shared/transactions/transaction.record.ts";
import { userRecord } from "#shared/users/user.record.ts";
import { pathTo } from "../paths.ts";

interface Kind {
  /** The singular and plural of the records' definitions. */
  words: { one: string; many: string };
  icon: string;
  /** The page of the record that the search calls so. */
  to: (id: string) => string;
  /** Its label is an id or a serial number, read digit by digit. */
  isCode?: true;
}

const unitPage = (serialNumber: string) => pathTo("registeredUnit", { serialNumber });

/** What each kind of record is called in the palette, and where it leads: the one place in the client that a new kind joins. */
export const kinds: Record<SearchKind, Kind> = {
  machine: { words: machineRecord.words, icon: "pi-box", to: (id) => pathTo("machine", { id }) },
  user: { words: userRecord.words, icon: "pi-user", to: (id) => pathTo("user", { id }) },
  order: { words: orderRecord.words, icon: "pi-shopping-cart", to: (id) => pathTo("order", { id }), isCode: true },
  transaction: {
    words: transactionRecord.words,
    icon: "pi-arrow-right-arrow-left",
    to: (id) => pathTo("transaction", { id }),
    isCode: true,
  },
  unit: { words: unitRecord.words, icon: "pi-verified", to: unitPage, isCode: true },
  request: { words: requestRecord.words, icon: "pi-inbox", to: unitPage, isCode: true },
  product: { words: productRecord.words, icon: "pi-tags", to: (id) => pathTo("product", { id }) },
  profile: { words: profileRecord.words, icon: "pi-sliders-h", to: (id) => pathTo("profile", { id }) },
  region: { words: regionRecord.words, icon: "pi-map", to: (id) => pathTo("region", { id }) },
  session: {
    words: { one: "session", many: "sessions" },
    icon: "pi-wave-pulse",
    to: (id) => `${pathTo("testMachine")}?session=${encodeURIComponent(id)}`,
    isCode: true,
  },
};
