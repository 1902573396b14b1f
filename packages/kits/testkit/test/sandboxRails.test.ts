import { sandboxRails } from "@countersign/sandbox"
import type { PaymentAnswer, PaymentInstruction, PaymentRailsOptions } from "countersign"
import { Effect } from "effect"
import { describe, it } from "vitest"
import { type RailsScene, railsSuite } from "../src/index.ts"

const account = {
  accountType: "USD_ACCOUNT",
  accountNumber: "123456789",
  routingNumber: "021000021",
  beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper" }
}

/**
 * The sandbox as a provider: an order is answered by the steps of its simulation. One that ends without a delay is settled
 * or rejected, and another is accepted.
 */
const scene = async (): Promise<RailsScene> => {
  const { carrier, price } = sandboxRails()
  const orders = new Map<string, PaymentAnswer>()
  const environment = (platformId: string) => ({ platformId, mode: "sandbox" as const })
  const answerOf = async ({ destination, platformId }: PaymentInstruction): Promise<PaymentAnswer> => {
    if (carrier._tag !== "Simulation" || destination.type !== "EXTERNAL") throw new Error("no order of the sandbox")
    const route = { by: "transfer" as const, account: destination.account }
    const [first, ...later] = (await Effect.runPromise(carrier.route(environment(platformId), route))) ?? []
    if (first?.to === "COMPLETED") return { outcome: "settled" }
    return first?.failureReason === undefined || later.length > 0
      ? { outcome: "accepted", reference: "simulated" }
      : { outcome: "rejected", reason: first.failureReason }
  }
  const rails: PaymentRailsOptions = {
    price: async ({ platformId, ...request }) => {
      const offer = await Effect.runPromise(price({ environment: environment(platformId), ...request }))
      if (offer === undefined) return undefined
      const { fee, rate } = offer
      const { basisPoints: feeBasisPoints, fixed: fixedFee } = fee
      return { rate: (Number(rate.numerator) / Number(rate.denominator)).toFixed(8), feeBasisPoints, fixedFee }
    },
    send: async (order) => {
      const answer = orders.get(order.id) ?? (await answerOf(order))
      orders.set(order.id, answer)
      return answer
    }
  }
  return {
    rails,
    currency: "USD",
    account,
    rejected: { ...account, accountNumber: "123456003" },
    paid: (id) => (["accepted", "settled"].includes(orders.get(id)?.outcome ?? "") ? 1 : 0)
  }
}

railsSuite({ name: "the sandbox (GU1)", make: scene, canFail: false, describe, it })
