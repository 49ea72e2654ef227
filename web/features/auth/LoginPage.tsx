/** Phone and one-time code (specification section 2). */
export function Component() {
  return <h1>Log In</h1>;
}
