/** Why a unit's connection ended, as the machine protocol names it, in words for people. */
export const disconnectReasons: Record<string, string> = {
  left: "it ended the connection itself, or the line broke",
  silent: "nothing was heard from it for one and a half times its keep-alive",
  replaced: "it reconnected",
  "connected-elsewhere": "it reconnected at another gateway",
  unauthorised: "its permission was taken away",
  deleted: "it was deleted",
  "secret-replaced": "it was given a new secret",
  "registered-already": "it is registered already and has no secret to fetch",
  stopping: "the gateway was stopped",
  "crowded-out": "too many others with the provisioning key waited without naming their unit's key",
  "come-again": "it had waited ten minutes to be registered and has to ask again",
  "not-checked": "the gateway could not look it up again",
  "clock-set-back": "the database's clock was set back, so it had to ask for the time again",
  "not-stored": "what it said could not be stored in time",
  flood: "it sent more than 500 messages a second, or as much of other packets",
  "address-flood": "all connections of its address together sent too much, and this one more than others",
  "no-room": "too many others had opened a connection without saying who they are",
  "too-many-connections": "too many connections were open from its address",
  "too-many-handshakes": "too many TLS connections were begun from its address",
  "not-a-balancer": "it connected past the balancer, from an address that MQTT_PROXY_PROTOCOL does not name",
  "no-proxy-header": "the balancer did not say whose connection it was, in PROXY protocol version 2",
  "not-reading": "it did not read what it was sent",
  "packet-too-large": "it sent a packet that is too large",
  "foreign-topic": "it spoke on another unit's topic",
  "down-topic": "it spoke on a topic on which Cansole alone speaks",
  "quality-of-service-2": "it asked for a quality of service that is not offered",
  "no-connect": "it never said who it is",
  "protocol-error": "it did not speak MQTT",
};

/** A reason that a newer gateway gives is shown as it is. */
export const disconnectText = (why: string): string =>
  Object.hasOwn(disconnectReasons, why) ? (disconnectReasons[why] ?? why) : why;
