import type { WebhookEvent } from "@countersign/client"
import type { Response } from "express"

export interface Feed {
  /** Tells every open page of a customer, once for each id. */
  readonly publish: (customerId: string, event: WebhookEvent) => void
  /** Streams what there is since an event, and then what comes, until the page leaves. */
  readonly open: (customerId: string, since: string | undefined, response: Response) => void
  readonly close: () => void
}

/** The newest events of each customer, and the pages that wait for more: server-sent events, in memory. */
export const makeFeed = (): Feed => {
  const told = new Map<string, ReadonlyArray<WebhookEvent>>()
  const open = new Map<Response, string>()
  // A proxy between would cut a connection on which nothing moves.
  const beat = setInterval(() => {
    for (const response of open.keys()) response.write(":\n\n")
  }, BEAT).unref()
  return {
    publish: (customerId, event) => {
      const before = told.get(customerId) ?? []
      if (before.some(({ id }) => id === event.id)) return
      told.set(customerId, [...before, event].slice(-KEPT))
      for (const [response, owner] of open) if (owner === customerId) response.write(message(event))
    },
    open: (customerId, since, response) => {
      response.status(200).set({ "content-type": "text/event-stream", "cache-control": "no-store" })
      const all = told.get(customerId) ?? []
      const missed = all.slice(1 + all.findIndex(({ id }) => id === since))
      response.write(`retry: 1000\n\n${missed.map(message).join("")}`)
      open.set(response, customerId)
      response.on("close", () => open.delete(response))
    },
    close: () => {
      clearInterval(beat)
      for (const response of open.keys()) response.end()
    }
  }
}

const message = (event: WebhookEvent): string => `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`

const KEPT = 100
const BEAT = 20_000
