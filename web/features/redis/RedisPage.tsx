/** An empty placeholder, as specification section 2 has it: only its name, for the trail and for readers. */
export function Component() {
  return <h1 className="unseen">Redis</h1>;
}
