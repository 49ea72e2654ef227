/** Serial numbers are what strangers say they are, and so are the addresses of a network of theirs. */
const maxSerials = 10_000;
const maxAddresses = 32;

interface Candidates {
  nextAt: number;
  /** The last message of each address; the one shown longest ago comes first. */
  keys: Map<string, string>;
}

/**
 * Which of several keys under a serial number is shown next, once in `everyMs`: each address has its turn, however
 * often another one sends. A flood could else keep a genuine unit's key from ever being seen by an operator.
 */
export const createTurnsOfAddresses = (everyMs: number, now = () => performance.now()) => {
  const serials = new Map<string, Candidates>();

  const candidatesOf = (serialNumber: string): Candidates => {
    const candidates = serials.get(serialNumber) ?? { nextAt: 0, keys: new Map<string, string>() };
    serials.delete(serialNumber);
    serials.set(serialNumber, candidates);
    const oldest = serials.size > maxSerials ? serials.keys().next() : null;
    if (oldest && !oldest.done) serials.delete(oldest.value);
    return candidates;
  };

  /** The key to show now, which this address or another one has said; null when the one that is shown stays. */
  return (serialNumber: string, address: string, key: string): string | null => {
    const candidates = candidatesOf(serialNumber);
    const { keys } = candidates;
    if (keys.has(address) || keys.size < maxAddresses) keys.set(address, key);
    if (now() < candidates.nextAt) return null;
    const [first] = keys;
    if (!first) return null;
    candidates.nextAt = now() + everyMs;
    const [turn, shown] = first;
    // It goes to the end once it sends again.
    keys.delete(turn);
    return shown;
  };
};
