import { fingerprintOf } from "#shared/registration/sealed-credentials.server.ts";
import { createSecrets } from "#shared/runtime/secrets.ts";
import { until } from "#shared/testing/eventually.ts";
import { setUp } from "#shared/testing/set-up.ts";
import type { RawUnit } from "../../../broker/testing/raw-unit.ts";
import { type GatewayUnderTest, startGatewayUnderTest } from "../../testing/gateway-under-test.ts";
import { addMachine } from "../../testing/network.ts";
import { signedInAt } from "../../testing/operator.ts";
import { keepUnits } from "./kept-units.ts";
import { connectRequesting } from "./link-under-test.ts";

const unitPath = "/vending-machines/registered-vending-machine";

/** Two gateways on one pair of stores, and an operator at the first. */
const openRegistrationFixture = async (kept: (line: RawUnit) => RawUnit) => {
  const limits = { noteOtherKeyEveryMs: 1 };
  const here = await startGatewayUnderTest({ limits });
  const there = await startGatewayUnderTest({ beside: here, limits });
  const operator = await signedInAt(here, "admin");
  const secrets = createSecrets(here.config.JWT_SECRET);

  return {
    here,
    there,
    stores: here.stores,
    /** It leaves with the test. */
    kept,
    /** A unit that waits on the provisioning login and has requested with its key, or without one. */
    requesting: async (gateway: GatewayUnderTest, serialNumber: string, key?: string) =>
      kept(await connectRequesting(gateway, serialNumber, key)),
    /** The operator registers this serial number with a machine of its own. */
    registerWith: async (serialNumber: string, options: object = {}) => {
      const machine = await addMachine(here.parts);
      const input = { serialNumber, version: "1", name: "Unit", vendingMachine: machine._id.toHexString(), ...options };
      return operator.post("/vending-machines/register-request", input);
    },
    newSecret: (_id: string) => operator.post(`${unitPath}/new-secret`, { _id }),
    shown: async (serialNumber: string) => (await operator.get(`${unitPath}?serialNumber=${serialNumber}`)).body,
    accept: (serialNumber: string, key: string, more: object = {}) => {
      const fingerprint = fingerprintOf(key);
      return operator.post("/vending-machines/register-request/accept-key", { serialNumber, fingerprint, ...more });
    },
    /** A unit whose secret was not fetched yet. */
    waiting: (secret: string) => ({
      secretHash: secrets.hash(secret),
      sealedSecret: { box: secrets.seal(secret), until: new Date(here.parts.clock.now() + 3_600_000) },
    }),
    stop: async (): Promise<void> => {
      await there.stop();
      await here.stop();
    },
  };
};

/** The bench of a file; its units leave with their test. Call it once per file. */
export const setUpRegistration = () => {
  const kept = keepUnits();
  return setUp(() => openRegistrationFixture(kept));
};

/** Long enough for a message that must not come: the change stream's time, and a round trip on the same connection. */
export const registrationSettled = async (line: RawUnit): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = line.packets("pingresp").length;
  line.send({ cmd: "pingreq" });
  await until("the ping's answer", () => line.packets("pingresp").length > before || line.isClosed());
};
