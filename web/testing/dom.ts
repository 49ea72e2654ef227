/**
 * What jsdom leaves out and the client uses: popovers, modal dialogs, media queries, observers. Only what can be seen from
 * outside: open or not, and the events.
 */
function toggle(element: HTMLElement, open: boolean): void {
  const states = { oldState: open ? "closed" : "open", newState: open ? "open" : "closed" };
  element.dispatchEvent(Object.assign(new Event("beforetoggle"), states));
  element.toggleAttribute("data-popover-open", open);
  // jsdom's own sheet hides every popover, because it cannot detect an open one.
  element.style.display = open ? "block" : "";
  element.dispatchEvent(Object.assign(new Event("toggle"), states));
}

const isOpen = (element: Element): boolean => element.hasAttribute("data-popover-open");

function addPopovers(): void {
  const matches = Element.prototype.matches;
  const withPopovers = function (this: Element, selector: string): boolean {
    return selector === ":popover-open" ? isOpen(this) : matches.call(this, selector);
  };
  Element.prototype.matches = withPopovers as typeof matches;
  HTMLElement.prototype.showPopover = function (this: HTMLElement) {
    if (!isOpen(this)) toggle(this, true);
  };
  HTMLElement.prototype.hidePopover = function (this: HTMLElement) {
    if (isOpen(this)) toggle(this, false);
  };
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("[popovertarget]") : null;
    const panel = target && document.getElementById(target.getAttribute("popovertarget") ?? "");
    if (panel) toggle(panel, !isOpen(panel));
  });
}

function addDialogs(): void {
  const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    focusedBefore.set(this, document.activeElement);
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    if (!this.hasAttribute("open")) return;
    this.removeAttribute("open");
    const before = focusedBefore.get(this);
    if (before instanceof HTMLElement) before.focus();
    this.dispatchEvent(new Event("close"));
  };
}

/** What of an element decides how it looks, where jsdom has no sheet but its own. */
const decisive = ["class", "style", "hidden", "open", "popover", "type"];

/**
 * jsdom compares an element with every rule of its sheet, and after each change of the page with all of them again: a
 * quarter of the time of all screens. Here it does so once for elements that are alike. None of these styles is
 * inherited from the element's place.
 */
function rememberStyles(): void {
  const view = document.defaultView ?? window;
  const compute = view.getComputedStyle.bind(view);
  const known = new Map<string, CSSStyleDeclaration>();
  const remember: typeof compute = (element, pseudo) => {
    if (pseudo) return compute(element, pseudo);
    // In JSON an attribute without a value is not one that is missing.
    const kind = JSON.stringify([element.localName, ...decisive.map((name) => element.getAttribute(name))]);
    const style = known.get(kind) ?? compute(element.cloneNode() as Element);
    known.set(kind, style);
    return style;
  };
  for (const one of [view, window]) one.getComputedStyle = remember;
}

let matching: (query: string) => boolean = () => false;

/** Which media queries match from now on: `pretendMedia((query) => query.includes("max-width: 639"))` is a phone. */
function pretendMedia(holds: (query: string) => boolean): void {
  matching = holds;
}

/** A desk: no media query of ours matches. */
export const pretendDesk = (): void => pretendMedia(() => false);

/** A window in which tables leave out columns, of a desk. */
export const pretendNarrowDesk = (): void => pretendMedia((query) => query.includes("1199"));

/** A phone: narrow, and touched. */
export const pretendPhone = (): void => pretendMedia((query) => /max-width|coarse/.test(query));

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** The files of one worker share its window: what only adds to it is added by the first of them. */
export function completeDom(): void {
  if (!("showPopover" in HTMLElement.prototype)) {
    addPopovers();
    rememberStyles();
  }
  addDialogs();
  // jsdom's own frames stand still in all later files after a test that pretends setInterval alone.
  window.requestAnimationFrame = (run) => Number(setTimeout(() => run(performance.now()), 16));
  window.cancelAnimationFrame = (id) => clearTimeout(id);
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), {
      matches: matching(query),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    });
  window.ResizeObserver = NoObserver;
  // Newer browsers answer a promise.
  window.scrollTo = () => Promise.resolve();
  Element.prototype.scrollTo = () => Promise.resolve();
  Element.prototype.scrollIntoView = () => Promise.resolve();
}
