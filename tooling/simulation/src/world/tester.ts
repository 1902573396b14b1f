import { RECEIVED } from "@countersign/harness/payments"
import type { Backend } from "./Caller.ts"
import type { Party } from "./Simulation.ts"

/** A developer who moves the clock of a sandbox of their own, where nothing else happens. */
export const tester = ({ call, payee, sure }: Backend): Party["acts"] => {
  const advance = (seconds: number) => call("POST", "/sandbox/clock/advance", { seconds })
  const customer = async (): Promise<string> =>
    String((await sure("POST", "/customers", { customerType: "INDIVIDUAL" })).id)
  return {
    "moves the clock over a payment": async (random) => {
      const customerId = await customer()
      const { data } = await sure("GET", `/internal-accounts?customerId=${customerId}&type=INTERNAL_FIAT`)
      const source = { accountId: String(data[0].id) }
      await sure("POST", `/sandbox/internal-accounts/${source.accountId}/fund`, { amount: 10_000 })
      const destination = { accountId: await payee(customerId, random.pick(["", "002", "003", "004", "005"])) }
      const { id } = await sure("POST", "/transfer-out", { source, destination, amount: 500 })
      await advance(random.between(1, 7200))
      await call("GET", `/transactions/${id}`)
      await call("GET", "/sandbox/clock")
    },
    "receives payments from an address": async () => {
      const customerId = await customer()
      for (const path of ["/sandbox/receive", "/sandbox/uma/receive"])
        await call("POST", path, { ...RECEIVED, customerId })
    },
    "sends the money of a quote": async () => {
      const customerId = await customer()
      const quote = await sure("POST", "/quotes", {
        source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USDC" },
        destination: { destinationType: "ACCOUNT", accountId: await payee(customerId) },
        lockedCurrencySide: "SENDING",
        lockedCurrencyAmount: 10_000_000
      })
      await call("GET", `/quotes/${quote.id}`)
      await call("POST", "/sandbox/send", { quoteId: quote.id, currencyCode: "USDC" })
      await advance(60)
    },
    "moves the clock too far": async () => {
      for (let nth = 0; nth < 11; nth += 1) if ((await advance(31_536_000)).status >= 400) return
    }
  }
}
