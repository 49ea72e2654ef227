/** Limits for the change stream and for operators' sockets. */
export const pushLimits = {
  /** A change stream without any message for this long is down; it sends one every second. */
  streamSilentMs: 4_000,
  /** A change stream that is later than this gives up its backlog and has pages load again. */
  streamLateMs: 5_000,
  /** All pages load again this long after what made it necessary was seen last; one cause is seen several times. */
  reloadAfterMs: {
    gap: 200,
    /** It comes back, and each second somebody looks whether it was emptied. */
    redis: 1_500,
  },
  /** More events a second than this in a room are replaced by one reload. */
  eventsPerRoomAndSecond: 200,
  /** Rooms that one socket may be in; a page is in a few. */
  roomsPerSocket: 500,
  /**
   * Limits for operators' sockets (`push/socket-guard.ts`). A page joins its few rooms anew when the operator changes
   * pages, comes back or is told to load again; ten pages of thirty rooms that do so every second stay below.
   */
  sockets: {
    /** What all sockets of one operator may say: a packet is 1, and one more for each 200 bytes. */
    packets: { burst: 5_000, perSecond: 500 },
    /** And each socket before its token was read: one handshake is 2 to 4, and so a message of 2 KB is too long. */
    strangers: { burst: 10, perSecond: 2 },
    /** Opened from one address; an office comes back at once after a restart. */
    handshakes: { burst: 500, perSecond: 50 },
    perOperator: 100,
  },
  /** A socket with more packets waiting than this is ended; it comes back and loads again. */
  waitingPackets: 500,
};
