import type { Mongo } from "#shared/runtime/mongo.ts";
import type { ApiCaller } from "../../../simulator/operator.ts";
import { recountCans } from "./recount-cans.ts";
import { recountStock } from "./recount-stock.ts";
import { readRows, type Same } from "./rows.ts";

/** Each figure of stock, cans and lists that this gateway answers otherwise than its rows say, in words. */
export const recount = async (mongo: Mongo, operator: ApiCaller): Promise<string[]> => {
  const wrong: string[] = [];
  const same: Same = (what, is, should) => {
    const [answered, counted] = [JSON.stringify(is), JSON.stringify(should)];
    if (answered !== counted) wrong.push(`${what}: ${answered?.slice(0, 500)}, by the rows ${counted?.slice(0, 500)}`);
  };
  const rows = await readRows(mongo);
  await recountStock(rows, operator, same);
  await recountCans(rows, operator, same);
  return wrong;
};
