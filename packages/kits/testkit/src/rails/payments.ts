import { randomBytes } from "node:crypto"
import { Effect, Layer } from "@countersign/core/effect"
import { createCountersign, secretDigest } from "countersign"
import { memoryStore } from "countersign/effect"
import { same } from "../stories/Story.ts"
import type { ChapterOf } from "../suite.ts"
import type { RailsScene, RailsStory } from "./RailsStory.ts"

const DEPOSIT = 1_000_000

/** Two nodes of a service over the rails, and a customer with money and a payee. */
const serviceOver = async ({ account: accountInfo, currency, rails }: RailsScene) => {
  const store = Layer.succeedContext(await Effect.runPromise(Effect.scoped(Layer.build(memoryStore))))
  const keys = { vault: randomBytes(32).toString("hex"), service: randomBytes(32).toString("hex") }
  const nodes = [1, 2].map(() =>
    createCountersign({
      tokens: [
        { id: "suite", secretSha256: secretDigest("a secret of the suite"), platformId: "acme", mode: "production" }
      ],
      keys,
      store,
      mailer: { sendCode: async () => {} },
      paymentRails: rails,
      logs: "none"
    })
  )
  const [one, other] = nodes.map(({ api }) => api.in({ platformId: "acme", mode: "production" }))
  if (one === undefined || other === undefined) throw new Error("a service has two nodes")
  const customer = await one.customers.create({ customerType: "INDIVIDUAL", email: "ada@example.com" })
  const { data } = await one.internalAccounts.list({ customerId: customer.id, type: "INTERNAL_FIAT" })
  const account = data.find(({ balance }) => balance.currency.code === currency)
  if (account === undefined)
    throw new Error(`a customer has no account in ${currency}: use another currency of the provider`)
  const payee = await one.externalAccounts.create({ customerId: customer.id, currency, accountInfo })
  await one.externalAccounts.reportVerification(payee.id, { standing: "CONFIRMED" })
  await one.deposits.report({ event: "deposit", accountId: account.id, amount: DEPOSIT, currency })
  return {
    one,
    other,
    pay: (by: typeof one, amount: number) => by.transfers.out({ from: account.id, to: payee.id, amount }),
    balance: async () => (await one.internalAccounts.read(account.id)).balance.amount,
    close: () => Promise.all(nodes.map((node) => node.close()))
  }
}

type Service = Awaited<ReturnType<typeof serviceOver>>

const inService = async (scene: RailsScene, run: (service: Service) => Promise<void>): Promise<void> => {
  const service = await serviceOver(scene)
  try {
    await run(service)
  } finally {
    await service.close()
  }
}

/** Waits until the provider has the payments, for 20 seconds each. The service sends what was lost again. */
const isPaid = async ({ paid }: RailsScene, ids: ReadonlyArray<string>): Promise<void> => {
  for (const id of ids) {
    for (let tries = 0; tries < 2000 && (await paid(id)) === 0; tries += 1) {
      await new Promise((later) => setTimeout(later, 10))
    }
  }
}

export const payments: ChapterOf<RailsStory> = {
  name: "payments",
  stories: [
    {
      name: "a payment is sent, settles by a report, and comes back by another",
      run: (scene) =>
        inService(scene, async ({ balance, one, other, pay }) => {
          const { id } = await pay(one, 5000)
          await isPaid(scene, [id])
          for (const node of [one, other]) {
            const { status } = await node.transactions.report(id, { event: "settled", outcome: "SETTLED" })
            same("The status after the report of the settlement, repeated", status, "COMPLETED")
          }
          const { failureReason } = await other.transactions.report(id, { event: "returned", outcome: "RETURNED" })
          same("The reason of the failure after the report of the return", failureReason, "PAYOUT_RETURNED")
          same("The balance after the return", await balance(), DEPOSIT)
          same("The payment was made once", await scene.paid(id), 1)
        })
    },
    {
      name: "of payments on two nodes at once, each is paid once, whether or not replies are lost",
      run: (scene) =>
        inService(scene, async ({ balance, one, other, pay }) => {
          await scene.fault?.("lostReplies")
          const made = await Promise.all(
            Array.from({ length: 8 }, (_, nth) => pay(nth % 2 === 0 ? one : other, 1000 + nth))
          )
          await scene.fault?.("none")
          const ids = made.map(({ id }) => id)
          await isPaid(scene, ids)
          for (const id of ids) await one.transactions.report(id, { event: `settled ${id}`, outcome: "SETTLED" })
          same("Each is paid once", await Promise.all(ids.map((id) => scene.paid(id))), Array(8).fill(1))
          const ended = await Promise.all(ids.map((id) => other.transactions.read(id)))
          const sent = ended.reduce((sum, { sentAmount }) => sum + (sentAmount?.amount ?? 0), 0)
          same("Each is completed", new Set(ended.map(({ status }) => status)), new Set(["COMPLETED"]))
          same("The balance is the deposit without what was sent", await balance(), DEPOSIT - sent)
        })
    }
  ]
}
