import type { Socket } from "node:net"
import { type WebhookPost, WebhookSender } from "@countersign/core"
import { type WebhookSenderOptions, webhookSender } from "@countersign/webhooks"
import { encodeUtf8 } from "@countersign/wire"
import { Effect, Result } from "effect"
import { onTestFinished } from "vitest"
import { socketServer } from "../listening.ts"

/** The sender as a host configures it. */
export const senderOf = (options?: WebhookSenderOptions) =>
  Effect.runSync(Effect.provide(WebhookSender, webhookSender(options)))

/** The status of the response, or the reason why no response arrived. */
export const outcomeOf = async (
  sender: WebhookSender["Service"],
  url: string,
  more: Partial<WebhookPost> = {}
): Promise<number | string> => {
  const post = { url, mode: "sandbox", headers: {}, body: encodeUtf8("{}"), timeout: 60_000, ...more } as const
  const outcome = await Effect.runPromise(Effect.result(sender.send(post)))
  return Result.isSuccess(outcome) ? outcome.success : outcome.failure.word
}

/** A socket server on all addresses of this machine that counts its connections. */
export const listener = async (serve: (socket: Socket) => void = (socket) => socket.end()) => {
  let hits = 0
  const { close, port } = await socketServer((socket) => {
    hits += 1
    serve(socket)
  }, {})
  onTestFinished(close)
  return { port, hits: () => hits }
}
