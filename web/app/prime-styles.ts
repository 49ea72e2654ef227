const text = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");

/** Writes a sheet only when it says something else than before. */
const writeOnce = (style: Node): void => {
  let written: string | null = null;
  Object.defineProperty(style, "textContent", {
    get: () => written,
    set: (css: string | null) => {
      if (written === css) return;
      written = css;
      text?.set?.call(style, css);
    },
  });
};

/**
 * Where PrimeReact keeps its style sheets. Each of its components writes them anew when it is mounted, though they say
 * the same, and at each writing the browser styles and lays out the whole page again: 100 ms and more for a page of a
 * thousand containers, for every row that scrolls into sight.
 */
export const primeStyles = (): HTMLElement => {
  const holder = document.createElement("prime-styles");
  const append = holder.appendChild.bind(holder);
  holder.appendChild = <T extends Node>(style: T): T => {
    writeOnce(style);
    return append(style);
  };
  document.head.append(holder);
  return holder;
};
