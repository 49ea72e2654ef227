import { commandLimits } from "#shared/control-units/row.rules.ts";
import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { maxWaitingRequests } from "#shared/registration/registration.schema.ts";

/** Every limit in one place, so that a test can shorten it; nothing waits for real minutes. */
export const defaultLimits = {
  /** Of a stored password, by scrypt: OWASP's minimum, 32 MiB and about a quarter of a second of a processor. */
  passwordCost: { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1_048_576 },
  /** A request that the stores keep waiting is answered with 503 after this. */
  httpMs: 5_000,
  /**
   * While an answer is being sent its sign-in is read again, so often at most: one that is over ends the answer. And when a
   * request's body has taken so long.
   */
  signInReadAgainMs: 500,
  /** Redis must answer a request within this; a sign-in is then 503, never unlimited. */
  redisMs: 2_000,
  /** MongoDB must answer each step of storing a QoS 1 message within this; else its connection is closed. */
  factStoreMs: 2_000,
  /** While MongoDB answers, a message waits for its turn among those of all units, so long at most. */
  pubackMs: 20_000,
  /** A unit's sign-in is answered within this, or refused. */
  authenticateMs: 3_000,
  connectMs: 5_000,
  /** A gateway that stops ends so many units a second, or more where MQTT_CLOSE_SECONDS would not suffice. */
  closeUnitsPerSecond: 200,
  /** Of HTTP connections: what is half sent or not read is gone within half a minute, a slow reader in two. */
  connections: {
    /** From the connection or the answer before to the end of the request's head. */
    headMs: 10_000,
    /** To the end of its body. */
    requestMs: 25_000,
    /** How often the two are looked at. */
    checkEveryMs: 1_000,
    /** Nothing is sent or taken for so long, in the middle of something. */
    stillMs: 25_000,
    /** Between an answer and the next request. */
    betweenMs: 72_000,
    /** An answer is read to its end within this. */
    answerMs: 120_000,
  },
  silentAfterSeconds,
  sweepEveryMs: 1_000,
  /** Heartbeats are gathered this long before they are written and published as one. */
  presenceWindowMs: 20,
  /** The live history is thinned to one a minute per unit. */
  storeLiveEveryMs: 60_000,
  /** With heartbeats of 25 s what MongoDB remembers is never as old as a unit that is silent. */
  storeLastSeenEveryMs: 45_000,
  /** While Redis is unreliable the presence in MongoDB is published so often. */
  rememberEveryMs: 10_000,
  linkSeconds: 75,
  sendTimeEveryMs: 600_000,
  /** Of locks that change more often than doors move. */
  rattling: {
    /** A lock that changes more often bounces: its further changes are counted, not listed one by one. */
    changesPerMinute: 20,
    /** Changes of a unit's locks that are stored at once, and each second; one that says more rests. */
    stored: { burst: 1_200, perSecond: 200 },
    restMs: { least: 500, most: 3_000 },
    /** Rows that a unit's locks may add to the history at once, and each second; further changes are counted. */
    rows: { burst: 3_000, perSecond: 10 },
    /** What was counted of a lock becomes a row of the history so long after its first change. */
    listEveryMs: 60_000,
    sweepEveryMs: 5_000,
    /** It is published at most this often, and for so long. */
    publishEveryMs: 2_000,
    flagMs: 60_000,
  },
  /** A unit's unfetched secret stays readable for it. */
  sealedSecretMs: 24 * 3_600_000,
  /** Wrong sign-ins of units beyond what the configuration allows. */
  wrongSignIns: {
    /** They are answered so late. */
    slowMs: 2_000,
    /** Checks of the provisioning key for one address are then so far apart. */
    gapMs: 250,
    /** Answers that are kept back at once; those beyond are given at once, to save the sockets. */
    keptBack: 500,
  },
  /** Sign-ins that wait for MongoDB at once; those beyond must come again. */
  signIns: { known: 20_000, strangers: 1_000 },
  /** Of one unit with its own right secret: one that connects more often has lost its mind. */
  comings: { burst: 300, perMinute: 60 },
  /** What was wrong with a unit's messages is said to it so often, and kept in its machine's history. */
  problems: { said: { burst: 10, perMinute: 6 }, kept: { burst: 10, perMinute: 1 } },
  /** What connections of units may cost (`broker/costs.ts`): a message is 1, a SUBSCRIBE 10 and more. */
  packets: {
    unit: { burst: 5_000, perSecond: 500 },
    /** Before the sign-in, and with the provisioning key. */
    stranger: { burst: 200, perSecond: 10 },
    /** What an address may cost a second is configured; so many seconds of it may come at once. */
    unitBurstSeconds: 25,
    strangerBurstSeconds: 100,
    /**
     * TLS handshakes of one address: as many as connections may stand are let in within so many seconds, and this part
     * of them at once. A unit's right secret gives its own back.
     */
    handshakeSeconds: 100,
    handshakeBurstShare: 5,
    /** All strangers together may cost what so many addresses may. */
    crowdedAddresses: 5,
    /** Connections that have not signed in yet. */
    pending: 10_000,
    /** Of messages that wait to be stored. */
    waitingBytes: 134_217_728,
  },
  /** What strangers cause is said this often; so many of them by address and reason, and no more are kept apart. */
  strangersSaid: { everyMs: 60_000, named: 20, kept: 2_000 },
  /** Connections with the provisioning key that have not named their serial number's own key. */
  strangers: { perSerial: 8, perGateway: 1_000 },
  /** Of one connection; a unit registers once. */
  registers: { burst: 10, perMinute: 12 },
  /** Another key under a serial number is written down at most this often. */
  noteOtherKeyEveryMs: 10_000,
  /** Registration requests at once; those beyond are dropped. */
  waitingRequests: maxWaitingRequests,
  /** A registration request that was not repeated for so long ends. */
  requestMs: 7 * 86_400_000,
  requestSweepEveryMs: 60_000,
  /** That a login is used is stored at most this often. */
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
  /** Who has confirmed that it is they need not do so again for this long. */
  freshProofMs: 300_000,
  /** A browser that signs in is remembered for so long. */
  deviceDays: 90,
  stock: {
    /** Changes of a machine's containers are gathered this long before its stock is computed anew. */
    gatherMs: 40,
    /** What Redis did not take is tried again after this. */
    retryMs: 1_000,
    /** How often to note until when Redis has all changes, and to check whether it was emptied. */
    watchEveryMs: 1_000,
    /** One gateway compares the next slice of all stock with the database this often. */
    checkEveryMs: 60_000,
    /** A difference that stands for so long, with nothing written meanwhile, is a drift. */
    confirmMs: 2_000,
  },
  /** Of the pending counts: published so often at most, and all of them counted anew this often. */
  attention: { lookEveryMs: 1_000, countAllEveryMs: 30_000 },
  /** Customers' reservations that have lapsed are cleared this often. */
  reservationSweepEveryMs: 1_000,
  /** MongoDB must answer each step of sending a command within this; a claim that is not answered sends nothing. */
  commandStoreMs: 2_000,
  /** That a command went out is written on its rows after this, unless its unit has answered meanwhile. */
  noteSentAfterMs: 250,
  /** Of commands to control units, and of each container that one moves. */
  commands: commandLimits,
  /** Calls of the intake per API key and minute. */
  intakePerMinute: 1_200,
  /** Calls of the intake without a right API key, per address and minute. */
  wrongKeysPerMinute: 60,
  /** Sign-in calls per address and minute. */
  signInPerMinute: 60,
  /** A change stream without any message for so long is down; it sends one every second. */
  streamSilentMs: 4_000,
  /** A change stream that is later than this gives up its backlog and has pages load again. */
  streamLateMs: 5_000,
  /** All pages load again so long after what made it necessary was seen last; one cause is seen several times. */
  reloadAfterMs: {
    gap: 200,
    /** It comes back, and each second somebody looks whether it was emptied. */
    redis: 1_500,
  },
  /** More events a second than this in a room are replaced by one reload. */
  eventsPerRoomAndSecond: 200,
  /** A page of a list that lies further inside, seen from its nearer end, is refused: narrow the filter. */
  rowsSkipped: 100_000,
  /** What more orders than this come to is not summed up for a list: narrow the filter. */
  ordersSummed: 20_000,
  /** Rooms that one socket may be in; a page is in a few. */
  roomsPerSocket: 500,
  /**
   * Of operators' sockets (`push/socket-guard.ts`). A page joins its few rooms anew with each change of pages, return and
   * order to load again; ten pages of thirty rooms that do so every second stay below.
   */
  sockets: {
    /** What all sockets of one operator may say: a packet is 1, and one more for each 200 bytes. */
    packets: { burst: 5_000, perSecond: 500 },
    /** And each socket before its token was read. */
    strangers: { burst: 50, perSecond: 5 },
    /** Opened from one address; an office comes back at once after a restart. */
    handshakes: { burst: 500, perSecond: 50 },
    perOperator: 100,
  },
  /** A socket with more packets waiting than this is ended; it comes back and loads again. */
  waitingPackets: 500,
};
export type Limits = typeof defaultLimits;
