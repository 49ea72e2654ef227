/**
 * Lets so many callers pass in one turn of the event loop; the others pass in the turns after it, in their order. Hundreds
 * that arrive in one moment then cost many short turns, and what arrives between (a unit's message) is heard meanwhile.
 */
export const createAdmission = (perTurn: number): (() => Promise<void> | undefined) => {
  const waiting: (() => void)[] = [];
  let admitted = 0;
  let isCounting = false;

  const nextTurn = () => {
    const passing = waiting.splice(0, perTurn);
    admitted = passing.length;
    isCounting = admitted > 0;
    if (isCounting) setImmediate(nextTurn);
    for (const pass of passing) pass();
  };

  return () => {
    if (!isCounting) {
      isCounting = true;
      setImmediate(nextTurn);
    }
    if (admitted < perTurn && waiting.length === 0) {
      admitted += 1;
      return undefined;
    }
    return new Promise<void>((resolve) => {
      waiting.push(resolve);
    });
  };
};
