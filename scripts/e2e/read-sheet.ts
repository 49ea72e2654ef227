import { readFromZip } from "../services/unzip.ts";

const plain = (xml: string): string =>
  xml
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

/** The first sheet of an .xlsx as its XML has it: texts as texts, numbers and dates as numbers. */
export const readSheet = async (path: string): Promise<(string | number)[][]> => {
  const strings = await readFromZip(path, "xl/sharedStrings.xml");
  const shared = [...strings.toString("utf8").matchAll(/<si>(.*?)<\/si>/gs)].map(([, one = ""]) => plain(one));
  const sheet = (await readFromZip(path, "xl/worksheets/sheet1.xml")).toString("utf8");
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, look = "", content = ""]) => {
      const value = plain(content);
      if (look.includes('t="s"')) return shared[Number(value)] ?? "";
      return look.includes("t=") || value === "" ? value : Number(value);
    }),
  );
};
