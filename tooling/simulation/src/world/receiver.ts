import { EventEmitter } from "node:events"
import https from "node:https"
import type { Random } from "../scheduler/Random.ts"
import { actor, type Scheduler } from "../scheduler/Scheduler.ts"
import type { History } from "./History.ts"

/** Replaces what the sender of webhooks uses to connect: each post reaches a receiver that is slow, refuses or is down. */
export const receiveWebhooks = (scheduler: Scheduler, random: Random, history: History) => {
  const owner = actor("receiver")
  let isUp = true
  const request = (...given: ReadonlyArray<unknown>) => {
    const [{ path = "" }] = [Object(given.find((one) => Object(one).path !== undefined))]
    const node = scheduler.current()
    const made = new EventEmitter()
    let isOver = false
    const end = (body: Uint8Array) => {
      scheduler.after(random.between(10, 400), owner, () => {
        const text = new TextDecoder().decode(body)
        // The platform decides later about a payment that comes in.
        const accepted = text.includes('"INCOMING_PAYMENT.PENDING"') ? 202 : 200
        const status = isUp ? (random.oneIn(15) ? 500 : accepted) : 0
        const eventId = /"(?:id|webhookId)":"(Webhook:[\w-]+)"/u.exec(text)?.[1] ?? ""
        // A test event is not stored.
        if (!text.includes('"type":"TEST"'))
          history.add({ kind: "webhook", at: scheduler.now(), eventId, status, path: String(path) })
        const isLost = status === 0 || random.oneIn(25)
        scheduler.after(random.between(5, 200), node, () => {
          if (isOver) return
          if (isLost) return void made.emit("error", new Error("connection reset"))
          const response = Object.assign(new EventEmitter(), { statusCode: status, destroy: () => {} })
          made.emit("response", response)
          response.emit("end")
        })
      })
    }
    return Object.assign(made, {
      protocol: "https:",
      end,
      destroy: () => {
        isOver = true
      }
    })
  }
  Object.assign(https, { request })
  return {
    setUp: (up: boolean): void => {
      isUp = up
    }
  }
}
