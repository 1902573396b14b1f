import { rounds } from "@countersign/harness/rounds"
import type { PaymentAnswer, PaymentInstruction, PaymentRailsOptions } from "countersign"
import { describe, expect, it } from "vitest"
import { type RailsFault, type RailsScene, railsSuite } from "../src/index.ts"

const account = {
  accountType: "USD_ACCOUNT",
  accountNumber: "123456789",
  routingNumber: "021000021",
  beneficiary: { beneficiaryType: "INDIVIDUAL", fullName: "Grace Hopper" }
}
const rejected = { ...account, accountNumber: "999999999" }

/** A provider in memory: its payments by the ids of their orders, in order. */
const provider = () => {
  const paid: Array<string> = []
  const state = { fault: "none" as RailsFault }
  const reached = async <A>(act: () => A): Promise<A> => {
    await Promise.resolve()
    if (state.fault === "down") throw new Error("the provider is down")
    const answer = act()
    if (state.fault === "lostReplies") throw new Error("the connection was lost")
    return answer
  }
  const answer = ({ destination, id }: PaymentInstruction): PaymentAnswer => {
    if (JSON.stringify(destination).includes(rejected.accountNumber)) {
      return { outcome: "rejected", reason: "ACCOUNT_INVALID" }
    }
    if (!paid.includes(id)) paid.push(id)
    return { outcome: "accepted", reference: `provider-${id}` }
  }
  const rails: Required<Pick<PaymentRailsOptions, "price" | "send" | "status">> = {
    price: ({ from, to }) => reached(() => (from === to ? { rate: "1" } : undefined)),
    send: (instruction) => reached(() => answer(instruction)),
    status: ({ id, reference }) =>
      reached(() => {
        if (!paid.includes(id)) throw new Error("the provider has no such order")
        return { outcome: "accepted", reference }
      })
  }
  return { paid, state, rails, reached }
}

type Provider = ReturnType<typeof provider>

/** A provider with a defect in its rails. */
const sceneOf = async (defect: (of: Provider) => Partial<PaymentRailsOptions> = () => ({})): Promise<RailsScene> => {
  const made = provider()
  return {
    rails: { ...made.rails, ...defect(made) },
    currency: "USD",
    account,
    rejected,
    paid: (id) => made.paid.filter((each) => each === id).length,
    fault: (fault) => {
      made.state.fault = fault
    }
  }
}

railsSuite({ name: "a provider in memory", make: () => sceneOf(), walks: rounds(10_000, 1000), describe, it })

/** The first failed test of rails, by its message. */
const failureOf = async (defect: (of: Provider) => Partial<PaymentRailsOptions>) => {
  const stories: Array<readonly [string, () => Promise<void>]> = []
  railsSuite({
    name: "rails",
    make: () => sceneOf(defect),
    describe: (_, body) => body(),
    it: (name, body) => stories.push([name, body])
  })
  for (const [name, body] of stories) {
    const failure = await body().then(
      () => undefined,
      (error: unknown) => `${name}: ${String(error)}`
    )
    if (failure !== undefined) return failure
  }
  return undefined
}

const mutants: Readonly<Record<string, (of: Provider) => Partial<PaymentRailsOptions>>> = {
  "each request pays again": ({ paid, rails }) => ({
    send: async (order) => {
      const isAgain = paid.includes(order.id)
      const answer = await rails.send(order)
      if (isAgain) paid.push(order.id)
      return answer
    }
  }),
  "a lost reply is a rejection": ({ rails }) => ({
    send: (order) => rails.send(order).catch(() => ({ outcome: "rejected", reason: "ACCOUNT_INVALID" }))
  }),
  "a lost reply is an acceptance": ({ rails }) => ({
    send: (order) => rails.send(order).catch(() => ({ outcome: "accepted", reference: "none" }))
  }),
  "orders are known by their content": ({ rails, reached }) => {
    const known = new Set<string>()
    return {
      send: async (order) => {
        const content = JSON.stringify([order.sent, order.received, order.reference, order.description])
        if (known.has(content)) return reached(() => ({ outcome: "accepted", reference: "as before" }))
        const answer = await rails.send(order)
        known.add(content)
        return answer
      }
    }
  },
  "an order that is sent again is unknown": ({ paid, rails }) => ({
    send: async (order) => {
      if (paid.includes(order.id)) throw new Error("409")
      return rails.send(order)
    }
  }),
  "a repeated order has another reference": ({ rails }) => {
    let count = 0
    return {
      send: async (order) => {
        const answer = await rails.send(order)
        count += 1
        return answer.outcome === "accepted" ? { ...answer, reference: `${answer.reference}/${count}` } : answer
      }
    }
  },
  "a rejected order is unknown": ({ rails }) => ({
    send: async (order) => {
      const answer = await rails.send(order)
      if (answer.outcome === "rejected") throw new Error("422")
      return answer
    }
  }),
  "a rejected order whose reply was lost is paid": ({ paid, rails }) => {
    const lost = new Set<string>()
    return {
      send: async (order) => {
        const answer = await rails.send(order).catch((error: unknown) => {
          lost.add(order.id)
          throw error
        })
        if (answer.outcome !== "rejected" || !lost.has(order.id)) return answer
        paid.push(order.id)
        return { outcome: "accepted", reference: order.id }
      }
    }
  },
  "the third request of an order whose replies were lost pays again": ({ paid, rails }) => {
    const lost = new Map<string, number>()
    return {
      send: async (order) => {
        const answer = await rails.send(order).catch((error: unknown) => {
          lost.set(order.id, (lost.get(order.id) ?? 0) + 1)
          throw error
        })
        if ((lost.get(order.id) ?? 0) > 1 && answer.outcome === "accepted") paid.push(order.id)
        return answer
      }
    }
  },
  "a rejected order is accepted": () => ({ send: async () => ({ outcome: "accepted", reference: "any" }) }),
  "an unknown order is settled": () => ({ status: async () => ({ outcome: "settled" }) }),
  "a question pays": ({ paid, rails }) => ({
    status: (order) => {
      paid.push(order.id)
      return rails.status(order)
    }
  }),
  "while it is down, an order is rejected by its state": ({ rails }) => ({
    status: (order) => rails.status(order).catch(() => ({ outcome: "rejected", reason: "ACCOUNT_INVALID" }))
  }),
  "the reference is empty": ({ rails }) => ({
    send: async (order) => {
      const answer = await rails.send(order)
      return answer.outcome === "accepted" ? { ...answer, reference: "" } : answer
    }
  }),
  "a rate is zero": () => ({ price: async ({ from, to }) => (from === to ? { rate: "0" } : undefined) }),
  "a price has ended": () => ({
    price: async ({ from, to }) => (from === to ? { rate: "1", until: "2020-01-01T00:00:00Z" } : undefined)
  }),
  "a currency without a price is an error": () => ({
    price: async ({ from, to }) => {
      if (from !== to) throw new Error("404")
      return { rate: "1" }
    }
  })
}

describe("the suite of payment rails notices", () => {
  it.each(Object.entries(mutants))("%s", async (_, defect) => {
    expect(await failureOf(defect)).toMatch(/:/u)
  })
})
