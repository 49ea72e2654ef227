import mqtt from "mqtt-packet";

/** The first packet of a unit, in bytes. */
export const signInPacket = (clientId: string, username: string, password: string): Buffer =>
  mqtt.generate({
    cmd: "connect",
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: true,
    clientId,
    keepalive: 60,
    username,
    password: Buffer.from(password),
  });
