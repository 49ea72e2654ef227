import * as z from "zod";
import * as auth from "#shared/auth/auth.api.ts";
import { createOneRun } from "#shared/concurrency/single-flight.ts";
import type { AnyEndpoint, CallInput, CallReply } from "#shared/http/endpoint.ts";
import { ReadableRefusal } from "#shared/http/envelope.ts";
import { SimulatorError } from "./options.ts";

const answerWithinMs = 20_000;

/** The console said no, and why. */
export class RefusedError extends SimulatorError {
  readonly status: number;
  /** The same call is done once the operator has confirmed that it is they. */
  readonly needsProof: boolean;

  constructor(message: string, status: number, needsProof = false) {
    super(message);
    this.status = status;
    this.needsProof = needsProof;
  }
}

type Input = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/**
 * Uses the console's API, and nothing else of it, by its endpoints. `confirm` proves the caller's identity, where a
 * call needs that; once for all calls that wait for it.
 */
export const createCaller = (
  consoleUrl: string,
  token: string | null,
  confirm: (() => Promise<void>) | null = null,
) => {
  const base = `${consoleUrl.replace(/\/$/, "")}/api/v1.2`;

  const request = async (
    endpoint: AnyEndpoint,
    { params = {}, query = {}, body }: Input,
    more: Record<string, string>,
  ): Promise<unknown> => {
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...more,
    };
    let answer: Response;
    try {
      answer = await fetch(`${base}${path}${search.size > 0 ? `?${search}` : ""}`, {
        method: endpoint.method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerWithinMs),
      });
    } catch {
      throw new SimulatorError(`Nothing answers at ${consoleUrl}: start Cansole first, or name it with --url.`);
    }
    const content: unknown = await answer.json().catch(() => null);
    const refusal = ReadableRefusal.safeParse(content);
    if (refusal.success) {
      const needsProof = (content as { needsProof?: unknown }).needsProof === true;
      throw new RefusedError(refusal.data.error, answer.status, needsProof);
    }
    if (!answer.ok || content === null)
      throw new SimulatorError(`The server at ${consoleUrl} is not Cansole: it answered ${answer.status}.`);
    return content;
  };

  const confirming = confirm && createOneRun(confirm);
  const requestProved = async (...args: Parameters<typeof request>): Promise<unknown> => {
    try {
      return await request(...args);
    } catch (error) {
      if (!confirming || !(error instanceof RefusedError && error.needsProof)) throw error;
      await confirming.run();
      return request(...args);
    }
  };

  return {
    /** `headers` beside those of every call. Throws RefusedError for what the console refuses. */
    call: async <E extends AnyEndpoint>(
      endpoint: E,
      input: CallInput<E>,
      headers: Record<string, string> = {},
    ): Promise<CallReply<E>> => {
      const content = await requestProved(endpoint, input as Input, headers);
      const reply = endpoint.reply.safeParse(content);
      if (reply.success) return reply.data as CallReply<E>;
      throw new SimulatorError(
        `${endpoint.method} ${endpoint.path} answered something else than its schema: ${z.prettifyError(reply.error)}`,
      );
    },
  };
};
export type ApiCaller = ReturnType<typeof createCaller>;

interface ClaimedUnit {
  url: string;
  token?: string | undefined;
  phone: string;
  otp?: string | undefined;
  /** Requests the code from the person; null when nobody is there to answer. */
  requestCode: () => Promise<string | null>;
}

const tries = 3;

/** Runs the work with the code that somebody types; a wrong one is requested again. */
const withCode = async <T>(
  requestCode: ClaimedUnit["requestCode"],
  nobody: string,
  use: (code: string) => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    const code = await requestCode();
    if (code === null) throw new SimulatorError(nobody);
    try {
      return await use(code.trim());
    } catch (error) {
      const wrong = error instanceof RefusedError && (error.status === 401 || error.status === 400);
      if (!wrong || attempt === tries) throw error;
    }
  }
};

/** Signs in as an operator: with the token, with the code that was sent, or with one that is sent now. */
export const signIn = async ({ url, token, phone, otp, requestCode }: ClaimedUnit): Promise<ApiCaller> => {
  const callerOf = (own: string): ApiCaller =>
    createCaller(url, own, async () => {
      const caller = createCaller(url, own);
      await caller.call(auth.requestProofCode, {});
      const nobody = "This step needs another code and there is no terminal to type it: use a terminal.";
      await withCode(requestCode, nobody, (OTP) => caller.call(auth.proveOperator, { body: { OTP } }));
    });
  if (token) {
    const caller = callerOf(token);
    await caller.call(auth.readMe, {}).catch((error: unknown) => {
      if (error instanceof RefusedError) throw new SimulatorError("This token is no longer valid: sign in again.");
      throw error;
    });
    return caller;
  }
  const stranger = createCaller(url, null);
  const logIn = async (OTP: string) => callerOf((await stranger.call(auth.logIn, { body: { phone, OTP } })).token);
  if (otp) return logIn(otp);
  await stranger.call(auth.checkCredentials, { body: { phone } });
  await stranger.call(auth.requestOtp, { body: { phone } });
  return withCode(requestCode, "No code was typed: give --otp CODE or --token TOKEN.", logIn);
};
