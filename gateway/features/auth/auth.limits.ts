/** Limits for signing in. */
export const authLimits = {
  /** For a stored password, by scrypt: OWASP's minimum, 32 MiB and about a quarter of a second of a processor. */
  passwordCost: { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1_048_576 },
  /** A sign-in is refused only at multiples of this after its begin. */
  refusalStepMs: 50,
  /** The time of a login's last use is stored at most this often. */
  storeLastUseEveryMs: 60_000,
  otp: {
    livesMs: 300_000,
    wrongTries: 5,
    everyMs: 30_000,
    perHour: 5,
    webhookTries: 3,
    webhookRetryMs: 500,
    webhookTryMs: 3_000,
  },
  /**
   * Wrong codes and passwords in any 24 hours: of one account at each device that has signed in before, and at all
   * others together. Ten of 10,000 codes are 0.1 % a day.
   */
  wrongTries: { most: 10, withinMs: 86_400_000 },
  /** Of at most this many phones and emails guesses are counted, the last ones; each in some hundred bytes of Redis. */
  mostStrangers: 50_000,
  /** Who has confirmed that it is they need not do so again for this long. */
  freshProofMs: 300_000,
  /** Open sign-ins of one operator; one more ends the one that was used longest ago. */
  mostLogins: 100,
  /** Changes of one operator's record by another one, or by themself. */
  operatorChanges: { most: 10, withinMs: 60_000 },
  /**
   * An operator's calls are refused for so long at most while an admin changes how they sign in: longer than the change
   * takes, and than gateways' clocks differ.
   */
  stoppedMs: 30_000,
  /** Browsers of one operator that are remembered; with one more that one is forgotten which signed in longest ago. */
  mostDevices: 100,
  /** A browser's cookie has the tokens of so many operators: of those who signed in with it last. */
  mostOperatorsOfDevice: 8,
  /** A browser that signs in is remembered for this long. */
  deviceDays: 90,
};
