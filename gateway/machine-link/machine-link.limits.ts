import { commandLimits } from "#shared/control-units/row.rules.ts";
import { silentAfterSeconds } from "#shared/machines/machine.rules.ts";
import { maxWaitingRequests } from "#shared/registration/registration.schema.ts";

/** For control units: their sign-ins, messages, commands, heartbeats and registrations. */
export const machineLinkLimits = {
  /** MongoDB must answer each step of storing a QoS 1 message within this; else its connection is closed. */
  factStoreMs: 2_000,
  /** A gateway that stops ends this many units a second, or more if MQTT_CLOSE_SECONDS would not suffice. */
  closeUnitsPerSecond: 200,
  silentAfterSeconds,
  sweepEveryMs: 1_000,
  /** Heartbeats are gathered this long before they are written and published as one. */
  presenceWindowMs: 20,
  /** The live history is thinned to one a minute per unit. */
  storeLiveEveryMs: 60_000,
  /** With heartbeats of 25 s what MongoDB remembers is never as old as a unit that is silent. */
  storeLastSeenEveryMs: 45_000,
  /** One connection changes the firmware of a unit's record this often: each time goes to all pages that list it. */
  storeFirmwareEveryMs: 60_000,
  /** While Redis is unreliable the presence in MongoDB is published this often. */
  rememberEveryMs: 10_000,
  linkSeconds: 75,
  sendTimeEveryMs: 600_000,
  /** Limits for locks that change more often than doors move. */
  bouncing: {
    /** A lock that changes more often bounces: its further changes are counted, not listed one by one. */
    changesPerMinute: 20,
    /** Changes of a unit's locks that are stored at once, and each second; one that says more rests. */
    stored: { burst: 1_200, perSecond: 200 },
    restMs: { least: 100, most: 3_000 },
    /** Rows that a unit's locks may add to the history at once, and each second; further changes are counted. */
    rows: { burst: 3_000, perSecond: 10 },
    /** What was counted of a lock becomes a row of the history this long after its first change. */
    listEveryMs: 60_000,
    sweepEveryMs: 5_000,
    /** It is published at most this often, and for this long. */
    publishEveryMs: 2_000,
    flagMs: 60_000,
  },
  /** Wrong sign-ins of units beyond what the configuration allows. */
  wrongSignIns: {
    /** They are answered so late. */
    slowMs: 2_000,
    /** They are answered this late. */
    gapMs: 250,
    /** Checks of the provisioning key for one address are then this far apart. */
    keptBack: 500,
  },
  /** Sign-ins that wait for MongoDB at once; those beyond must come again. */
  signIns: { known: 20_000, strangers: 1_000 },
  /** For one unit with its own right secret: one that connects more often is broken. */
  comings: { burst: 300, perMinute: 60 },
  /** What was wrong with a unit's messages is said to it this often, and kept in its machine's history. */
  problems: { said: { burst: 10, perMinute: 6 }, kept: { burst: 10, perMinute: 1 } },
  /** Connections with the provisioning key that have not named their serial number's own key. */
  strangers: { perSerial: 8, perGateway: 1_000 },
  /** Per connection; a unit registers once. */
  registers: { burst: 10, perMinute: 12 },
  /** A connection with the provisioning key that stands for this long is ended: its unit comes and registers anew. */
  waitingConnectionMs: 600_000,
  /** Another key under a serial number is written down at most this often. */
  noteOtherKeyEveryMs: 10_000,
  /** Registration requests at once; those beyond are dropped. */
  waitingRequests: maxWaitingRequests,
  /** A registration request that was not repeated for this long ends. */
  requestMs: 7 * 86_400_000,
  requestSweepEveryMs: 60_000,
  /** MongoDB must answer each step of sending a command within this; a claim that is not answered sends nothing. */
  commandStoreMs: 2_000,
  /** The time of sending is written on a command's rows after this, unless its unit has answered meanwhile. */
  noteSentAfterMs: 250,
  /** Limits for commands to control units, and for each container that a command moves. */
  commands: commandLimits,
};
