const gap = 4;
const margin = 8;

/**
 * Puts what is shown over the page beneath what it belongs to, or above it where there is more space; never outside.
 */
export function placePanel(panel: HTMLElement, beside: HTMLElement, align: "start" | "end" = "start"): void {
  const at = beside.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const left = align === "end" ? at.right - width : at.left;
  const below = at.bottom + gap;
  const above = at.top - gap - height;
  const fits = below + height <= window.innerHeight - margin || above < margin;
  panel.style.left = `${Math.max(margin, Math.min(left, window.innerWidth - width - margin))}px`;
  panel.style.top = `${fits ? below : above}px`;
  // It grows from there (web/ui/motion.css).
  panel.style.transformOrigin = `${align === "end" ? "right" : "left"} ${fits ? "top" : "bottom"}`;
}
