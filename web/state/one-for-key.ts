/**
 * One object per key for as long as anybody references it: two parts of a page that request the same record share one
 * load and one follower. An unreferenced object is dropped.
 */
export const oneForKey = <Keys extends unknown[], T extends object>(make: (...keys: Keys) => T) => {
  const made = new Map<string, WeakRef<T>>();
  const forgotten = new FinalizationRegistry<string>((key) => {
    if (!made.get(key)?.deref()) made.delete(key);
  });
  return (...keys: Keys): T => {
    const key = JSON.stringify(keys);
    const known = made.get(key)?.deref();
    if (known) return known;
    const one = make(...keys);
    made.set(key, new WeakRef(one));
    forgotten.register(one, key);
    return one;
  };
};
