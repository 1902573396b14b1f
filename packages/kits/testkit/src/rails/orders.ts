import { randomUUID } from "node:crypto"
import type { JsonFields, PaymentAnswer, PaymentInstruction } from "countersign"
import { same, within } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import type { RailsScene, RailsStory } from "./RailsStory.ts"

/** A new order of 12.34 to an account that the provider pays to, or to the given one. */
export const orderOf = ({ account, currency }: RailsScene, to: JsonFields = account): PaymentInstruction => ({
  id: `Transaction:${randomUUID()}`,
  platformId: "acme",
  type: "OUTGOING",
  source: { type: "INTERNAL", accountId: `InternalAccount:${randomUUID()}`, currency },
  destination: { type: "EXTERNAL", accountId: `ExternalAccount:${randomUUID()}`, currency, account: to },
  sent: { amount: 1234, currency },
  fees: 0,
  received: { amount: 1234, currency },
  reference: "INVOICE 42"
})

/** The answer to an order, or `unknown` if there was none. */
export const outcomeOf = async (answer: Promise<PaymentAnswer>): Promise<string> => {
  try {
    return (await answer).outcome
  } catch {
    return "unknown"
  }
}

export const PAID = ["accepted", "settled"]

export const orders: ChapterOf<RailsStory> = {
  name: "orders",
  stories: [
    {
      name: "an order is accepted or settled, and paid",
      run: async (scene) => {
        const order = orderOf(scene)
        const answer = await scene.rails.send(order)
        within("The outcome of an order to a good account", answer.outcome, PAID)
        if (answer.outcome === "accepted") {
          same("A reference has 1 to 255 characters", /^.{1,255}$/su.test(answer.reference), true)
        }
        same("The order is paid", await scene.paid(order.id), 1)
      }
    },
    {
      name: "an order that is sent 16 times at once is paid once",
      run: async (scene) => {
        const order = orderOf(scene)
        // A provider may refuse some of them for a moment. The order is then sent again.
        await Promise.all(Array.from({ length: 16 }, () => outcomeOf(scene.rails.send(structuredClone(order)))))
        within("The outcome of the same order", await outcomeOf(scene.rails.send(order)), PAID)
        same("The order is paid once", await scene.paid(order.id), 1)
      }
    },
    {
      name: "the state of an order is answered in the terms of the port",
      run: async (scene) => {
        const order = orderOf(scene)
        const answer = await scene.rails.send(order)
        if (scene.rails.status === undefined || answer.outcome !== "accepted") return
        const asked = { id: order.id, platformId: order.platformId, reference: answer.reference }
        within("The state of an accepted order", await outcomeOf(scene.rails.status(asked)), PAID)
        same("A question pays nothing", await scene.paid(order.id), 1)
        const nobody = { ...asked, id: `Transaction:${randomUUID()}`, reference: "no such reference" }
        within("The state of an order that was not sent", await outcomeOf(scene.rails.status(nobody)), [
          "unknown",
          "accepted"
        ])
        await scene.fault?.("down")
        const during = await outcomeOf(scene.rails.status(asked))
        if (scene.fault !== undefined) same("The state of an order while the provider is down", during, "unknown")
      }
    }
  ]
}
