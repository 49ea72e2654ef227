import { expect, test } from "vitest";
import { readOptions } from "./options.ts";

test("nothing has to be said to try it against a trial on this machine", () => {
  expect(readOptions([], {})).toMatchObject({
    machines: 25,
    url: "http://127.0.0.1:3000",
    mqtt: "mqtt://127.0.0.1:1883",
    phone: "9876543210",
    "provisioning-key": "trial-provisioning",
    "live-every": 25,
  });
});

test("the machine link is on the console's host unless it is named", () => {
  expect(readOptions(["--url", "https://console.example"], {})?.mqtt).toBe("mqtt://console.example:1883");
  expect(readOptions(["--mqtt", "mqtts://link.example:8883"], {})?.mqtt).toBe("mqtts://link.example:8883");
});

test("a trial at other ports is found by the variables that chose them", () => {
  const env = { PORT: "3100", MQTT_PORT: "1983" };
  expect(readOptions([], env)).toMatchObject({ url: "http://127.0.0.1:3100", mqtt: "mqtt://127.0.0.1:1983" });
  expect(readOptions(["--url", "http://trial:80", "--mqtt", "mqtt://link:1"], env)).toMatchObject({
    url: "http://trial:80",
    mqtt: "mqtt://link:1",
  });
});

test("token and provisioning key may come from the environment, and the command line wins", () => {
  const env = { CANSOLE_TOKEN: "from-env", PROVISIONING_KEY: "key-from-env" };

  expect(readOptions([], env)).toMatchObject({ token: "from-env", "provisioning-key": "key-from-env" });
  expect(readOptions(["--token", "given"], env)).toMatchObject({ token: "given" });
});

test("customers come with a key and a provider that is no real one, or not at all", () => {
  const provider = ["--provider", "http://127.0.0.1:4000"];
  expect(readOptions([], {})?.customers).toBeNull();
  expect(readOptions(["--customers", "40", ...provider], { CANSOLE_API_KEY: "key" })?.customers).toEqual({
    count: 40,
    apiKey: "key",
    providerUrl: "http://127.0.0.1:4000",
    orderEveryMs: 30_000,
  });
  expect(() => readOptions(["--customers", "40", ...provider], {})).toThrow("name it with --api-key");
  expect(() => readOptions(["--customers", "40", "--api-key", "key"], {})).toThrow("name it with --provider");
});

test("--help is help, whatever else was said", () => {
  expect(readOptions(["--help"], {})).toBeNull();
});

test.each([
  { args: ["--machines", "many"], says: "--machines must be a number of machines." },
  { args: ["--machines", "0"], says: "--machines must be at least 1." },
  { args: ["--machines", "1.5"], says: "--machines must be a whole number." },
  { args: ["--deaf", "1.1"], says: "--deaf must be 0 to 1." },
  { args: ["--url", "localhost:3000"], says: "--url must be a URL that begins with http:// or https://." },
  { args: ["--mqtt", "http://x"], says: "--mqtt must be a URL that begins with mqtt:// or" },
  { args: ["--phone", "12345"], says: "--phone must be exactly 10 digits." },
  { args: ["--otp", "12345"], says: "--otp must be 4 digits." },
  { args: ["--deaf", "2", "--seed", "x"], says: "--seed must be a number; --deaf must be 0 to 1." },
  { args: ["--machine", "5"], says: "Unknown option '--machine'; --help lists the options." },
  { args: ["500"], says: "Unexpected argument '500'" },
  { args: ["--seed"], says: "Option '--seed <value>' argument missing; --help lists the options." },
])("$args: $says", ({ args, says }) => {
  expect(() => readOptions(args, {})).toThrow(says);
});
