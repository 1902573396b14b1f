import { gbp, usd } from "@countersign/harness/externalAccounts"
import { quoteOf, RECEIVED, transferOf } from "@countersign/harness/payments"
import type { Backend } from "./Caller.ts"
import type { Party } from "./Simulation.ts"

const OWN = "/platform/external-accounts"
const BANK = "/customers/external-accounts"

/** The treasury and the operations of a platform: its own accounts, approvals, the bank's statements and the queues. */
export const backOffice = (backend: Backend): Party["acts"] => {
  const { bankOf, call, home, payee, sure, wait } = backend
  const receiver = `https://93.184.215.14/${home.platformId}/${home.mode}`
  const customer = async (): Promise<string> =>
    String((await sure("POST", "/customers", { customerType: "INDIVIDUAL" })).id)
  const deposit = (accountId: string, event: string, amount = 100_000) =>
    call("POST", "/deposits", { event, accountId, amount, currency: "USD" })
  return {
    "keeps its own accounts": async (random) => {
      const { id } = await sure("POST", OWN, usd({ accountNumber: `123456789${random.between(10, 99)}` }))
      await call("GET", OWN)
      await call("GET", `${OWN}/${id}`)
      await call("PATCH", `${OWN}/${id}`, { platformAccountId: String(id) })
      await call("DELETE", `${OWN}/${id}`)
      await call("GET", `${OWN}/${id}`)
      await call("GET", "/platform/internal-accounts")
    },
    "keeps the accounts of a customer": async () => {
      const customerId = await customer()
      const account = await payee(customerId)
      await call("PATCH", `${BANK}/${account}`, { status: "INACTIVE" })
      await call("DELETE", `${BANK}/${account}`)
      if (home.mode === "sandbox") return
      const { body } = await call("POST", BANK, gbp("12345888", { customerId }))
      await call("PATCH", `${BANK}/${body.id}`, { status: "ACTIVE" })
      await call("POST", BANK, usd({ routingNumber: "021000022" }, { customerId }))
    },
    "moves the money of a customer": async (random) => {
      const customerId = await customer()
      const [bank, to] = [await bankOf(customerId), await payee(customerId)]
      if (home.mode === "sandbox") await backend.fund(bank)
      else await deposit(bank, `office ${random.upTo(1e9)}`)
      await call("POST", "/transfer-out", transferOf(bank, to, 500))
      await call("POST", "/transfer-in", transferOf(to, bank, 500))
      await call("POST", "/quotes", { ...quoteOf(bank, to, 1000), immediatelyExecute: true })
    },
    "decides on payments that come in": async () => {
      if (home.mode !== "sandbox") return
      await sure("PATCH", "/config", { webhookEndpoint: `${receiver}/approvals` })
      const customerId = await customer()
      for (const decision of ["approve", "reject"]) {
        const { id } = await sure("POST", "/sandbox/receive", { ...RECEIVED, customerId })
        await wait(20_000)
        for (const _ of [1, 2]) await call("POST", `/transactions/${id}/${decision}`)
      }
    },
    "reads the statement of the bank": async (random) => {
      if (home.mode === "sandbox") return
      const event = `statement ${random.upTo(1e9)}`
      const customerId = await customer()
      const [bank, to] = [await bankOf(customerId), await payee(customerId)]
      await deposit(bank, event)
      await deposit(bank, event, 7)
      const { body } = await call("POST", "/quotes", quoteOf(bank, to, 1000))
      const path = `/transactions/${String(body.transactionId)}`
      await call("POST", `${path}/report`, { event: `${event}/1`, outcome: "SETTLED" })
      await call("POST", `/quotes/${body.id}/execute`)
      await wait(10_000)
      await call("POST", `${path}/report`, { event: `${event}/2`, outcome: "FAILED" })
      await call("POST", `${path}/report`, { event: `${event}/2`, outcome: "SETTLED" })
      await call("POST", `${path}/report`, { event: `${event}/3`, outcome: "SETTLED" })
    },
    "sends an event again": async () => {
      await sure("PATCH", "/config", { webhookEndpoint: receiver })
      const body = { customerType: "INDIVIDUAL" }
      await call("POST", "/customers", body, home.mode === "sandbox" ? { "sandbox-fault": "webhook-duplicate" } : {})
      const { data } = await sure("GET", "/webhooks/deliveries")
      for (const { id } of data.slice(0, 2)) await call("POST", `/webhooks/deliveries/${id}/redrive`)
      await call("PATCH", "/config", { webhookEndpoint: "http://localhost/" })
      await call("PATCH", "/config", { webhookEndpoint: null })
      await call("POST", "/webhooks/test", {})
      await call("POST", "/webhooks/test", { url: receiver })
    },
    "does the due work": async () => {
      await call("POST", "/due-work", { budget: 1000 })
      await call("POST", "/due-work")
    },
    "changes its settings": async () => {
      const { revision } = await sure("GET", "/platform/settings")
      const mail = { notices: [] }
      await call("PATCH", "/platform/settings", { revision, mail })
      await call("PATCH", "/platform/settings", { revision, mail: null })
      await backend.settle({
        accessPolicy: { operations: [{ operations: ["REVOKE_SESSION"], maxSessionAgeSeconds: 60 }] }
      })
      await call("GET", "/platform/settings/revisions")
    }
  }
}
