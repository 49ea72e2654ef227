/**
 * PrimeReact's Lara sheet as a base for both themes: a PostCSS plugin that keeps the parts the console uses and puts
 * our tokens where Lara wrote colours. One sheet follows light and dark, so no sheet is swapped and nothing flashes.
 */
interface Declaration {
  prop: string;
  value: string;
  remove(): void;
}
/** Imported sheets are already one when the plugin sees them; each rule remembers its own file. */
interface Sourced {
  source?: { input: { file?: string } };
}
interface Rule extends Sourced {
  selector: string;
  remove(): void;
  walkDecls(each: (declaration: Declaration) => void): void;
}
interface AtRule extends Sourced {
  remove(): void;
}
interface Sheet {
  walkRules(each: (rule: Rule) => void): void;
  walkAtRules(name: string, each: (rule: AtRule) => void): void;
}

const isLara = ({ source }: Sourced): boolean => source?.input.file?.includes("/primereact/resources/themes/") ?? false;

const wanted =
  /\.p-(component|disabled|error|invalid|link|icon|input|inputtext|inputtextarea|inputnumber|inputswitch|inputotp|inputwrapper|inputgroup|checkbox|radiobutton|dropdown|multiselect|autocomplete|datepicker|calendar|button|tooltip|skeleton|fluid|selectbutton|tabview|progressbar|chip|password|placeholder)\b/;
const unwanted =
  /\.p-(menubar|megamenu|slidemenu|tabmenu|tieredmenu|contextmenu|panelmenu|datatable|treetable|dock|toolbar|splitbutton|speeddial|galleria|carousel|image|rating|scrolltop|accordion|toast|password-panel|button-(danger|secondary|plain|warning|help|info|success|contrast|raised)|tag|badge|avatar|organizationchart|picklist|orderlist|steps|stepper|treeselect|tree|cascadeselect|colorpicker|listbox|fileupload|message|inline-message|paginator|terminal|mention|multistate|tristate)\b/;

/** Which token stands for a colour that Lara wrote, by what it colours there. */
const tokens: [colour: RegExp, property: RegExp, token: string][] = [
  [/^#ffffff$/i, /^color$/, "var(--on-accent)"],
  [/^#ffffff$/i, /./, "var(--surface)"],
  [/^#(4b5563|374151)$/i, /^(background|border-.*)$/, "var(--text)"],
  [/^#(4b5563|374151)$/i, /./, "var(--text)"],
  [/^#(6b7280|64748b|b0b9c6)$/i, /./, "var(--muted)"],
  [/^#(f3f4f6|f9fafb|f8f9fa)$/i, /./, "var(--sunken)"],
  [/^#(e5e7eb|f2f2f2)$/i, /./, "var(--line)"],
  [/^#(d1d5db|9ca3af|b7bcc5)$/i, /./, "var(--field)"],
  [/^#(14b8a6|0d9488|0f766e)$/i, /./, "var(--accent)"],
  [/^#(99f6e4|75f0e3)$/i, /./, "var(--accent)"],
  [/^#(e24c4c|ef4444|f7a2a2|e73d3e|ea5455)$/i, /./, "var(--danger)"],
  [/^rgba\(20, 184, 166,.*\)$/, /./, "var(--accent-soft)"],
  [/^rgba?\(0, 0, 0.*\)$/, /./, "var(--shade)"],
  [/^rgba\(255, 255, 255, 0(\.\d+)?\)$/, /./, "var(--sheen)"],
];

const colour = /#[0-9a-f]{3,8}\b|rgba?\([^)]*\)/gi;

export function toTokens(prop: string, value: string): string {
  return value.replace(colour, (found) => {
    const token = tokens.find(([is, on]) => is.test(found) && on.test(prop));
    if (!token) throw new Error(`Lara uses ${found} for ${prop}, which no token in web/ui/lara.ts stands for`);
    return token[2];
  });
}

export function laraTokens() {
  return {
    postcssPlugin: "lara-tokens",
    Once(sheet: Sheet) {
      sheet.walkAtRules("font-face", (rule) => {
        if (isLara(rule)) rule.remove();
      });
      sheet.walkRules((rule) => {
        if (!isLara(rule)) return;
        const parts = rule.selector.split(",");
        const kept = parts.filter((part) => wanted.test(part) && !unwanted.test(part));
        if (kept.length === 0) return rule.remove();
        rule.selector = kept.join(",");
        rule.walkDecls((declaration) => {
          declaration.value = toTokens(declaration.prop, declaration.value);
        });
      });
    },
  };
}
