import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import compress from "@fastify/compress";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnyEndpoint } from "#shared/http/endpoint.ts";

/** Below it an answer fits into one packet anyway. */
const smallestBytes = 1_024;
/** Up to here packing takes less than handing it to another thread; above, no other request waits for it. */
const atOnceBytes = 16_384;
/** Packed while somebody waits: the quick levels, which cost a fifth more bytes than the best ones. */
const brotliQuality = 4;
const gzipLevel = 5;
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } };

/** The ways in which an answer is packed, the smaller one first; `identity` is as it is. */
const codings = ["br", "gzip"] as const;
export type Coding = (typeof codings)[number] | "identity";
const packers = {
  br: (plain: Buffer) => promisify(brotliCompress)(plain, brotliOptions),
  gzip: (plain: Buffer) => promisify(gzip)(plain, { level: gzipLevel }),
};

/** The coding that the caller accepts, by the request's Accept-Encoding header. */
const codingFor = (accepted: string | undefined): Coding => {
  const named = (accepted ?? "")
    .toLowerCase()
    .split(",")
    .map((one) => one.split(";").map((part) => part.trim()));
  const takes = (coding: string) =>
    named.some(([name, weight]) => name === coding && !/^q=0(\.0*)?$/.test(weight ?? ""));
  return codings.find(takes) ?? "identity";
};

/** Packs a whole answer on another thread; a short one stays as it is. */
const pack = async (plain: Buffer, coding: Coding): Promise<{ coding: Coding; body: Buffer }> => {
  if (coding === "identity" || plain.length < smallestBytes) return { coding: "identity", body: plain };
  return { coding, body: await packers[coding](plain) };
};

/** A whole answer that many are sent, packed once for each coding. */
export const packOnce = (plain: Buffer) => {
  const made = new Map<Coding, ReturnType<typeof pack>>();
  return (coding: Coding): ReturnType<typeof pack> => {
    const packing = made.get(coding) ?? pack(plain, coding);
    made.set(coding, packing);
    return packing;
  };
};

/** Sends JSON as `packedFor` has it for what the caller accepts. */
export const sendPacked = async (
  { headers }: FastifyRequest,
  reply: FastifyReply,
  packedFor: (coding: Coding) => ReturnType<typeof pack>,
) => {
  const { coding, body } = await packedFor(codingFor(headers["accept-encoding"]));
  if (coding !== "identity") void reply.header("content-encoding", coding);
  return reply.header("vary", "accept-encoding").type("application/json; charset=utf-8").send(body);
};

/**
 * Packs JSON on its way out (docs/decisions, what travels); files of the client were packed when it was built. Registered
 * before the routes, because it listens to them. Bodies of requests are taken unpacked only: a small one could unpack
 * into any size.
 */
export const compressAnswers = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, {
    globalDecompression: false,
    encodings: [...codings],
    threshold: smallestBytes,
    syncThreshold: atOnceBytes,
    customTypes: /^(application\/json|text\/plain)/,
    brotliOptions,
    zlibOptions: { level: gzipLevel },
  });
};

/** Files are packed already, or need their length. Answers with tokens are never packed: from its length, an outsider who adds words to it could guess them (BREACH). */
export const mayBePacked = ({ tag, file }: AnyEndpoint): boolean => tag !== "auth" && !file;
