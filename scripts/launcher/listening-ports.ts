import { createServer } from "node:net";
import type { Config } from "#shared/runtime/config.ts";

const portVariables = ["PORT", "MQTT_PORT", "MQTT_WS_PORT"] as const;

/** Every port that cannot be had, in one go: a sentence each, naming the port and its variable. */
export async function refuseTakenPorts(config: Config): Promise<void> {
  const problems: string[] = [];
  const seen = new Map<number, string>();
  for (const variable of portVariables) {
    const port = config[variable];
    if (port === undefined) continue;
    const other = seen.get(port);
    if (other) problems.push(`${other} and ${variable} are both ${port}: give one of them another port.`);
    else problems.push(...(await problemWith(port, variable, config.HOST)));
    seen.set(port, variable);
  }
  if (problems.length) throw new Error(problems.join("\n"));
}

function problemWith(port: number, variable: string, host: string): Promise<string[]> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "EADDRINUSE")
        resolve([`Port ${port} is taken: end what listens there, or choose another port with ${variable}.`]);
      else if (code === "EACCES")
        resolve([`Port ${port} may not be used by this user: choose one above 1023 with ${variable}.`]);
      else resolve([`Cansole cannot listen on ${host}:${port} (${code}): look at HOST and ${variable}.`]);
    });
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve([])));
  });
}
