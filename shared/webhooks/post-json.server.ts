import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";

interface PostedJson {
  address: string;
  body: string;
  headers: Record<string, string>;
  /** From the connection to the head of the answer, in milliseconds. */
  timeoutMs: number;
  /** Resolves the address's name; the system's own way where it is left out. */
  lookup?: LookupFunction;
}

/** The endpoint did not answer in time. */
export const isTimeout = ({ name }: Error): boolean => name === "AbortError" || name === "TimeoutError";

/**
 * Posts JSON to another system; resolves with the status of its answer. The body of the answer is not read, and
 * redirects are not followed. Rejects where nothing was answered.
 */
export const postJson = ({ address, body, headers, timeoutMs, lookup }: PostedJson): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = new URL(address).protocol === "https:" ? requestHttps : requestHttp;
    const call = request(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Cansole",
        ...headers,
      },
      lookup,
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
    });
    call.on("error", reject);
    // Who switches to another protocol ends the call without an error and without an answer.
    call.on("close", () => reject(new Error("closed without an answer")));
    call.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    call.end(body);
  });
