import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@countersign/client"
import express, { type RequestHandler, Router } from "express"
import type { Feed } from "./feed.ts"
import type { Platform } from "./platform.ts"

/** Receives what Countersign tells the platform, believes it if Countersign signed it, and tells whom it is about. */
export const webhooks = ({ api }: Platform, feed: Feed): Router => {
  const receive: RequestHandler = async (request, response) => {
    try {
      const publicKeys = (await api.webhooks.keys()).data.flatMap(({ publicKey }) => publicKey ?? [])
      const event = await verifyWebhook({ body: request.body, headers: request.headers, publicKeys })
      const customerId = customerOf(event)
      if (customerId !== undefined) feed.publish(customerId, event)
      response.sendStatus(204)
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error
      response.status(400).send(error.code)
    }
  }
  return Router().post("/", express.raw({ type: "application/json", limit: "256kb" }), receive)
}

/** Whose event it is. One that is about nobody, as a TEST is, is nobody's. */
const customerOf = ({ data, type }: WebhookEvent): string | undefined => {
  const { customerId, id }: Readonly<Record<string, unknown>> = typeof data === "object" ? { ...data } : {}
  const owner = type.startsWith("CUSTOMER.") ? id : customerId
  return typeof owner === "string" ? owner : undefined
}
