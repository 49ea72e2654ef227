import { momentFormat } from "../../sheets/sheet-value.ts";
import { xmlText } from "./cell-xml.ts";

const schemas = "http://schemas.openxmlformats.org";
const packages = `${schemas}/package/2006`;
const relationships = `${schemas}/officeDocument/2006/relationships`;
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNamespace = `xmlns="${schemas}/spreadsheetml/2006/main"`;

const font = (look: string) => `<font>${look}<sz val="11"/><name val="Calibri"/></font>`;
const format = (numFmtId: number, fontId: number, more = "") =>
  `<xf numFmtId="${numFmtId}" fontId="${fontId}" fillId="0" borderId="0"${more}/>`;

/** Usual, bold for heads, and a moment to the minute: the places that `styleOf` names. */
const styles = `${xmlHead}<styleSheet ${mainNamespace}>\
<numFmts count="1"><numFmt numFmtId="164" formatCode="${momentFormat}"/></numFmts>\
<fonts count="2">${font("")}${font("<b/>")}</fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1">${format(0, 0)}</cellStyleXfs>\
<cellXfs count="3">${format(0, 0, ' xfId="0"')}${format(0, 1, ' xfId="0" applyFont="1"')}${format(164, 0, ' xfId="0" applyNumberFormat="1"')}</cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>\
</styleSheet>`;

/** Readers take at most 31 characters, none of `\ / ? * [ ] :`, and no apostrophe at either end. */
const sheetName = (name: string): string => {
  const plain = name
    .replace(/[\\/?*[\]:]/g, " ")
    .slice(0, 25)
    .replace(/^'+|'+$/g, "");
  return xmlText(plain || "Sheet").replaceAll('"', "&quot;");
};

const linked = (inner: string) => `${xmlHead}<Relationships xmlns="${packages}/relationships">${inner}</Relationships>`;
const link = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${relationships}/${type}" Target="${target}"/>`;
const part = (path: string, type: string) =>
  `<Override PartName="/xl/${path}.xml" ContentType="${types}.${type}+xml"/>`;

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`;

/** What a workbook consists of beside its worksheets, which are numbered from 1. */
export const workbookParts = (name: string, sheetCount: number): [path: string, xml: string][] => {
  const numbers = Array.from({ length: sheetCount }, (_, at) => at + 1);
  const plain = sheetName(name);
  const sheets = numbers.map(
    (at) => `<sheet name="${sheetCount > 1 ? `${plain} ${at}` : plain}" sheetId="${at}" r:id="rId${at}"/>`,
  );
  const workbook = `${xmlHead}<workbook ${mainNamespace} xmlns:r="${relationships}"><sheets>${sheets.join("")}</sheets></workbook>`;
  const sheetLinks = numbers.map((at) => link(`rId${at}`, "worksheet", `worksheets/sheet${at}.xml`));
  const sheetTypes = numbers.map((at) => part(`worksheets/sheet${at}`, "worksheet"));
  const contents =
    `${xmlHead}<Types xmlns="${packages}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    `${part("workbook", "sheet.main")}${sheetTypes.join("")}${part("styles", "styles")}</Types>`;
  return [
    ["xl/styles.xml", styles],
    ["xl/workbook.xml", workbook],
    ["xl/_rels/workbook.xml.rels", linked(`${sheetLinks.join("")}${link("rIdS", "styles", "styles.xml")}`)],
    ["_rels/.rels", linked(link("rId1", "officeDocument", "xl/workbook.xml"))],
    ["[Content_Types].xml", contents],
  ];
};
