import type * as z from "zod";
import { hiddenPageHeader } from "#shared/auth/auth.schema.ts";
import type { AnyEndpoint, CallInput, CallReply, Endpoint } from "#shared/http/endpoint.ts";
import { ReadableRefusal, serverTimeHeader, timeZoneHeader } from "#shared/http/envelope.ts";
import { noteServerTime } from "../state/server-clock.ts";
import { noteTimeZone } from "../state/server-zone.ts";
import { bePatient } from "./patience.ts";
import { takePrefetched, until } from "./prefetched.ts";
import { sendForm } from "./send-form.ts";

/**
 * `refused`: the server said no and did nothing. `failed`: whether it was done is not known: no answer (within half a
 * minute), one that cannot be read, any 5xx. `said`: the error is the server's own and `data` what it carries, else it
 * is the endpoint's fixed text (specification: Failures).
 */
export type Outcome<E> =
  | { is: "done"; reply: CallReply<E>; file?: AnsweredFile }
  | { is: "refused"; status: number; error: string; data: Record<string, unknown> }
  | { is: "failed"; error: string; said?: true; data?: Record<string, unknown> };

/** The answer of an endpoint that sends a file. */
interface AnsweredFile {
  /** As the server names it. */
  name: string;
  content: Blob;
}

const nameOf = (headers: Headers): string => {
  const [, name = "download"] = /filename\*=UTF-8''([^;]+)/.exec(headers.get("content-disposition") ?? "") ?? [];
  return decodeURIComponent(name);
};

type Shape = z.ZodObject<z.ZodRawShape>;
export type KnownEndpoint = Endpoint<Shape | undefined, Shape | undefined, z.ZodType | undefined, Shape>;

interface Sender {
  /** Where the API stands, e.g. `/api/v1.2`. */
  base: string;
  token: () => string | null;
}

export interface RequestOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** A prefetched answer of the page's first script will do: it is as old as the page. */
  early?: boolean;
  /** For an endpoint that takes a multipart form in place of a JSON body. */
  form?: FormData;
  /** How much of the form has left: 0 to 1. */
  onProgress?: (part: number) => void;
}

/** The URL of an endpoint with this input. */
export const urlOf = (base: string, endpoint: AnyEndpoint, input: object): string => {
  const { params = {}, query = {} } = input as { params?: Record<string, string>; query?: Record<string, unknown> };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return `${base}${path}${text ? `?${text}` : ""}`;
};

/** One call of one endpoint. Never throws, except when `signal` was aborted. */
export const request = async <E extends KnownEndpoint>(
  { base, token }: Sender,
  endpoint: E,
  input: CallInput<E>,
  { signal, headers: extra, form, onProgress, early = false }: RequestOptions = {},
): Promise<Outcome<E>> => {
  const { body } = input as { body?: unknown };
  const bearer = token();
  const failed = { is: "failed", error: endpoint.failure } as const;
  const patience = bePatient(signal);
  try {
    const url = urlOf(base, endpoint, input);
    const ahead = early ? takePrefetched(url, bearer) : undefined;
    const requestedAt = Date.now();
    const headers = {
      accept: endpoint.file ? "*/*" : "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      // Integration tests use this code without a browser.
      ...(globalThis.document?.visibilityState === "hidden" ? { [hiddenPageHeader]: "1" } : {}),
      ...extra,
    };
    const { method } = endpoint;
    const decoded = (part: number) => {
      patience.sent();
      onProgress?.(part);
    };
    const sent = () =>
      form
        ? sendForm(url, { method, headers, form, onProgress: decoded, signal: patience.signal })
        : fetch(url, {
            method,
            headers,
            body: body === undefined ? null : JSON.stringify(body),
            signal: patience.signal,
          });
    const response = await (ahead ? until(patience.signal, ahead) : sent());
    patience.answered();
    if (!ahead) noteServerTime(response.headers.get(serverTimeHeader), requestedAt);
    noteTimeZone(response.headers.get(timeZoneHeader));
    if (endpoint.file && response.ok) {
      const file = { name: nameOf(response.headers), content: await response.blob() };
      if (file.content.size === 0) return failed;
      return { is: "done", reply: {} as CallReply<E>, file };
    }
    const answer: unknown = await response.json();
    const refusal = ReadableRefusal.safeParse(answer);
    if (refusal.success && response.status >= 500) {
      return { is: "failed", error: refusal.data.error, said: true, data: refusal.data };
    }
    if (refusal.success) {
      return { is: "refused", status: response.status, error: refusal.data.error, data: refusal.data };
    }
    const reply = endpoint.reply.safeParse(answer);
    return reply.success ? { is: "done", reply: reply.data as CallReply<E> } : failed;
  } catch (error) {
    if (signal?.aborted) throw error;
    return failed;
  } finally {
    patience.end();
  }
};
