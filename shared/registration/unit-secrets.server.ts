/** A secret that its unit has not fetched yet, encrypted; gone after the first own sign-in or 24 hours. */
export interface SealedSecret {
  box: string;
  until: Date;
}
/** Another X25519 key than the first one under a serial number, as it was last said. */
export interface OtherKey {
  key: string;
  at: Date;
  /** How often in a row. */
  times: number;
}

/** Which key is stored for a unit's or a request's serial number. Missing in what was stored before there were keys. */
export interface Keyed {
  /** The first X25519 public key that was said: the secret is sealed to it. Null: an operator carries the secret. */
  key?: string | null;
  /** Until an operator accepts it nothing is sealed to it. */
  otherKey?: OtherKey | null;
}
