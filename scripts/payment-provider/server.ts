import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import * as z from "zod";
import type { ProviderPayment } from "#shared/payments/provider.server.ts";
import { createAnswers, sendJson } from "./answers.ts";
import { type Behaviour, type BehaviourName, behaviourNames, behaviourOf } from "./behaviours.ts";
import { type Books, createBooks, type PlayedPayment } from "./books.ts";
import { createKeptBooks } from "./kept-books.ts";
import { createNoticeSender, type NoticeTarget, noticeOf } from "./notices.ts";
import { playPage, playScript } from "./page.ts";

export interface ProviderOptions {
  keyId: string;
  keySecret: string;
  /** Called each time; null: no notices are sent. */
  notices: () => NoticeTarget | null;
  /** 0 takes any free one. */
  port?: number;
  /** Between two turns of a payment that takes its time. */
  paceMs?: number;
  /** Whether a receipt may be used once alone, as its documents say. */
  uniqueReceipts?: boolean;
  /** What a slow answer takes. */
  slowMs?: number;
  /** A file in which orders and payments survive a restart; what a payment would have come to next does not. */
  keptIn?: string;
  /** The payments of an order that is not in its books; null where there is no such order. */
  notified?: (providerOrderId: string) => Promise<ProviderPayment[] | null>;
}

const Input = z.strictObject({ how: z.enum(behaviourNames) });

/** Plays payments turn by turn, each in its time. */
const createPlayer = (books: Books, sender: ReturnType<typeof createNoticeSender>, paceMs: number) => {
  /** What payments come to next, and when. */
  const coming = new Map<string, { timer: NodeJS.Timeout; turn: () => Promise<void> }>();

  /** Turns without a pause between them are notified together; the next one waits for its time. */
  const play = async (payment: PlayedPayment, from: number): Promise<void> => {
    const { turns, noticing = "once" }: Behaviour = behaviourOf(payment.behaviour);
    const notified = [];
    let next = from;
    for (let turn = turns[next]; turn && (next === from || turn.after === 0); turn = turns[next]) {
      books.change(payment, turn.change);
      payment.refund = turn.refund;
      const dispute = turn.dispute ? books.dispute(payment, turn.dispute) : null;
      if (turn.event) notified.push(noticeOf(turn.event, payment, dispute));
      next += 1;
    }
    const later = turns[next];
    const { id } = payment.shown;
    coming.delete(id);
    if (later) {
      const turn = () => play(payment, next);
      coming.set(id, { timer: setTimeout(() => void turn(), later.after * paceMs), turn });
    }
    await sender.notify(notified, noticing);
  };
  return {
    play,
    /** Does this payment's next turn at once, and notifies of it. */
    advance: async (payment: string): Promise<void> => {
      const next = coming.get(payment);
      clearTimeout(next?.timer);
      await next?.turn();
    },
    stop: (): void => {
      for (const { timer } of coming.values()) clearTimeout(timer);
    },
  };
};

/**
 * A server with Razorpay's API that plays its customers: for trials and tests, on this machine alone. How a payment
 * goes is chosen when it is made; what is not under /v1 is the surface for whoever plays.
 */
export const startPaymentProvider = async (options: ProviderOptions) => {
  const {
    keyId,
    keySecret,
    notices,
    port = 0,
    paceMs = 20_000,
    slowMs = 2_500,
    keptIn,
    notified,
    uniqueReceipts = false,
  } = options;
  const { books, close } = keptIn ? await createKeptBooks(keptIn) : { books: createBooks(), close: async () => {} };
  const ending = new AbortController();
  const sender = createNoticeSender(notices, ending.signal);
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString("base64")}`;
  const answer = createAnswers(books, authorization, { slowMs, notified, uniqueReceipts });
  const player = createPlayer(books, sender, paceMs);

  /** A customer pays, or tries to. Resolves when the first notices were tried; null where there is no such order. */
  const pay = async (order: string, how: BehaviourName): Promise<PlayedPayment["shown"] | null> => {
    const found = books.orders.get(order);
    if (!found) return null;
    const payment = books.addPayment(found, how, behaviourOf(how).lie ?? ((truth) => truth));
    await player.play(payment, 0);
    return payment.shown;
  };

  const state = () => ({
    orders: [...books.orders.values()].slice(-200).reverse(),
    payments: [...books.payments.values()]
      .slice(-400)
      .map(({ behaviour, shown, order }) => ({ ...shown, behaviour, order })),
  });

  const playSurface = async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    if (request.method === "GET" && path === "/") return html(response, playPage());
    if (request.method === "GET" && path === "/play.js") return script(response);
    // Browsers request it by themselves, and log an error without one.
    if (request.method === "GET" && path === "/favicon.ico") return void response.writeHead(204).end();
    if (request.method === "GET" && path === "/play/state") return sendJson(response, 200, state());
    const [, order] = /^\/play\/orders\/(\w+)\/pay$/.exec(path) ?? [];
    if (request.method !== "POST" || !order) return sendJson(response, 404, { error: "Not found" });
    // A page of another site cannot send this type without a preflight.
    if (request.headers["content-type"] !== "application/json") return sendJson(response, 415, { error: "JSON alone" });
    const input = Input.safeParse(await readJson(request));
    if (!input.success) return sendJson(response, 400, { error: `how: one of ${behaviourNames.join(", ")}` });
    const payment = await pay(order, input.data.how);
    return payment ? sendJson(response, 200, payment) : sendJson(response, 404, { error: `No order ${order}` });
  };

  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? "/", "http://provider");
    const work = path.startsWith("/v1/")
      ? answer(request, response, path.slice("/v1/".length).split("/").map(decodeURIComponent), searchParams)
      : playSurface(request, response, path);
    work.catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    books,
    pay,
    advance: player.advance,
    close: async (): Promise<void> => {
      ending.abort();
      player.stop();
      await close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  try {
    return JSON.parse(await text(request));
  } catch {
    return undefined;
  }
};
const safe = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'self'; style-src 'unsafe-inline'",
};
const html = (response: ServerResponse, page: string): void =>
  void response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...safe }).end(page);
const script = (response: ServerResponse): void =>
  void response.writeHead(200, { "content-type": "text/javascript; charset=utf-8", ...safe }).end(playScript);
