const parts = [
  ["results", "Session Results"],
  ["testing-feedback", "Testing Feedback"],
  ["ping-data", "Ping Data"],
  ["lock-data", "Lock Data"],
] as const;

/** Leads to a part of the page, and unfolds it. */
const goTo = (id: string) => {
  const part = document.getElementById(id);
  if (part instanceof HTMLDetailsElement) part.open = true;
  part?.scrollIntoView?.({ block: "start" });
  (part?.querySelector("summary") ?? part)?.focus({ preventScroll: true });
};

/** On a phone what lies beneath the window is named at its top. */
export function PartLinks() {
  return (
    <nav className="part-links" aria-label="Parts of this page">
      {parts.map(([id, words]) => (
        <button key={id} type="button" className="filter-chip" onClick={() => goTo(id)}>
          {words}
        </button>
      ))}
    </nav>
  );
}
