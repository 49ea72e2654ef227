/**
 * A total by weights: the parts add up to it, each less than one away from its exact share. Whole numbers from 0; where
 * all weights are 0 nothing is spread.
 */
export const spread = (total: number, weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  let before = 0n;
  let given = 0n;
  return weights.map((weight) => {
    before += BigInt(weight);
    // Products of paise are beyond what a number holds exactly.
    const upToHere = whole === 0n ? 0n : (BigInt(total) * before) / whole;
    const share = upToHere - given;
    given = upToHere;
    return Number(share);
  });
};
