import type { PaymentRailsOptions } from "countersign"
import type { Random } from "../scheduler/Random.ts"
import { actor, type Scheduler } from "../scheduler/Scheduler.ts"
import { authorization, BASE, environments, liveLab } from "./cast.ts"
import type { History } from "./History.ts"
import type { makeNetwork } from "./network.ts"

/** A bank that loses answers, settles late, reports twice and in any order, and returns a payment days later. */
export const makeBank = (
  scheduler: Scheduler,
  random: Random,
  history: History,
  network: () => ReturnType<typeof makeNetwork>
) => {
  const owner = actor("bank")
  const orders = new Map<string, "accepted" | "rejected">()
  const report = (platformId: string, id: string, outcome: string, wait: number, nth: number): void => {
    const home = [...environments, liveLab].find((one) => one.platformId === platformId && one.mode === "production")
    if (home === undefined) return
    const body = JSON.stringify({ event: `${id}/${nth}`, outcome })
    const headers = { authorization: authorization(home), "content-type": "application/json" }
    const send = () =>
      void network()
        .fetchOf(owner)(`${BASE}/transactions/${id}/report`, { method: "POST", headers, body })
        .then(
          ({ status }) =>
            status >= 500 || status === 429 ? scheduler.after(random.wait(60_000), owner, send) : undefined,
          () => scheduler.after(random.wait(60_000), owner, send)
        )
    scheduler.after(wait, owner, send)
    if (random.oneIn(5)) scheduler.after(wait + random.wait(600_000), owner, send)
  }
  /** The bank works on an order in its own time, and its answer may be lost. */
  const answered = <A>(run: () => A): Promise<A> =>
    new Promise((resolve, reject) => {
      const node = scheduler.current()
      scheduler.after(random.between(20, 900), owner, () => {
        const answer = run()
        const isLost = random.oneIn(12)
        scheduler.after(5, node, () => (isLost ? reject(new Error("the bank did not answer")) : resolve(answer)))
      })
    })
  const rails: PaymentRailsOptions = {
    price: async ({ from, to }) => {
      if (random.oneIn(50)) throw new Error("the bank does not answer")
      return from === to ? { rate: "1", fixedFee: 25 } : { rate: "1.5", feeBasisPoints: 50 }
    },
    instructions: async ({ currency, reference }) => [{ accountNumber: "000111222333", currency, reference }],
    send: ({ destination, id, platformId, received }) =>
      answered(() => {
        const to =
          destination.type === "UMA_ADDRESS"
            ? destination.umaAddress
            : destination.type === "DEPOSIT"
              ? ""
              : destination.accountId
        history.add({ kind: "order", at: scheduler.now(), id, amount: received.amount, to })
        const known = orders.get(id)
        const outcome = known ?? (random.oneIn(9) ? "rejected" : "accepted")
        orders.set(id, outcome)
        if (outcome === "rejected") return { outcome, reason: "ACCOUNT_INVALID" } as const
        if (known === undefined) {
          const settles = random.wait(3_600_000)
          const isFailure = random.oneIn(8)
          const isRefunded = isFailure && random.oneIn(2)
          report(platformId, id, isRefunded ? "REFUND_PENDING" : isFailure ? "FAILED" : "SETTLED", settles, 1)
          if (isRefunded) report(platformId, id, "REFUNDED", settles + random.wait(3_600_000), 2)
          if (!isFailure && random.oneIn(8)) report(platformId, id, "RETURNED", settles + random.wait(86_400_000), 2)
        }
        return { outcome, reference: `ref ${id}` } as const
      })
  }
  return { rails, owner }
}
