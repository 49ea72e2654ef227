/** Limits for calls over HTTP and for who makes them. */
export const httpLimits = {
  /** A request that the stores keep waiting is answered with 503 after this. */
  httpMs: 5_000,
  /**
   * While an answer is being sent its sign-in is read again, this often at most: one that is over ends the answer. And
   * when a request's body has taken this long.
   */
  signInReadAgainMs: 500,
  /** And this often while nobody reads the answer. Below `httpMs`: the operator's own calls then find a turn in time. */
  signInReadMeanwhileMs: 2_000,
  /**
   * Sign-ins and API keys are each read in a few batches: all operators who load at once after a network outage, and
   * made-up keys by the thousand, leave the other connections to MongoDB to everybody else.
   */
  credentialBatches: { atOnce: 4, maxWeight: 100 },
  /** Redis must answer a request within this; a sign-in is then 503, never unlimited. */
  redisMs: 2_000,
  /** For HTTP connections: what is half sent or not read is gone within half a minute, a slow reader in two. */
  connections: {
    /** From the connection or the answer before to the end of the request's head. */
    headMs: 10_000,
    /** To the end of its body. */
    requestMs: 25_000,
    /** How often the two are looked at. */
    checkEveryMs: 1_000,
    /** Nothing is sent or taken for this long, in the middle of something. */
    stillMs: 25_000,
    /** Between an answer and the next request. */
    betweenMs: 72_000,
    /** An answer is read to its end within this. */
    answerMs: 120_000,
  },
  /**
   * What strangers cause is logged this often: the `named` most frequent pairs of address and reason, of at most `kept`
   * that are counted apart.
   */
  strangersSaid: { everyMs: 60_000, named: 20, kept: 2_000 },
  /** Calls of the intake per API key and minute. */
  intakePerMinute: 1_200,
  /** Calls of the intake without a right API key, per address and minute. */
  wrongKeysPerMinute: 60,
  /** Sign-in calls per address and minute. */
  signInPerMinute: 60,
};
