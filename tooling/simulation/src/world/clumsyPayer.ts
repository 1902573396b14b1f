import { gbp, usd } from "@countersign/harness/externalAccounts"
import { clientKey } from "@countersign/harness/fixtures"
import { payloadOf, quoteOf, transferOf } from "@countersign/harness/payments"
import { signStamp } from "@countersign/wire"
import { type Backend, nowhere, type Wallet } from "./Caller.ts"
import type { Party } from "./Simulation.ts"

const BANK = "/customers/external-accounts"
/** A payer that quotes, signs and stores what no rail takes, in a sandbox. */
export const clumsyWithMoney = (backend: Backend): Party["acts"] => {
  const { bankOf, call, fund, payee, settle, sure, wait, wallet } = backend
  const payer = async () => {
    const owner = await wallet()
    const bank = await bankOf(owner.customerId)
    for (const id of [owner.accountId, bank]) await fund(id)
    return { ...owner, bank, to: await payee(owner.customerId) }
  }
  const quoted = (from: string, to: string, amount = 10_000_000, more: object = {}) =>
    call("POST", "/quotes", { ...quoteOf(from, to, amount), ...more })
  const stamped = (quote: Parameters<typeof payloadOf>[0] & { readonly id: string }, { keys }: Pick<Wallet, "keys">) =>
    call("POST", `/quotes/${quote.id}/execute`, undefined, {
      "service-wallet-signature": signStamp(payloadOf(quote), keys.privateKey)
    })
  const funding = (customerId: string, to: string) => ({
    source: { sourceType: "REALTIME_FUNDING", customerId, currency: "USDC" },
    destination: { destinationType: "ACCOUNT", accountId: to },
    lockedCurrencySide: "SENDING",
    lockedCurrencyAmount: 10_000_000
  })
  const deposited = (quoteId: string) => call("POST", "/sandbox/send", { quoteId, currencyCode: "USDC" })
  /** Runs something under other settings of the platform, and takes them back. */
  const under = async (set: () => Promise<unknown>, undo: () => Promise<unknown>, run: () => Promise<unknown>) => {
    await set()
    await run().finally(undo)
  }
  const underConfig = (supportedCurrencies: ReadonlyArray<object>, run: () => Promise<unknown>) =>
    under(
      () => sure("PATCH", "/config", { supportedCurrencies }),
      () => call("PATCH", "/config", { supportedCurrencies: [] }),
      run
    )
  const underPolicy = (accessPolicy: object, run: () => Promise<unknown>) =>
    under(
      () => settle({ accessPolicy }),
      () => settle({ accessPolicy: null }),
      run
    )
  return {
    "quotes badly": async () => {
      const { accountId, bank, customerId, to } = await payer()
      await quoted(accountId, to, 0)
      await quoted(accountId, to, 1)
      await call("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 0 })
      await quoted(bank, to, 10_000, { source: { sourceType: "ACCOUNT", accountId: bank, currency: "EUR" } })
      await quoted(bank, to, 900_000_000, { immediatelyExecute: true })
      await quoted(accountId, to, 10_000_000, { immediatelyExecute: true })
      const uma = { destinationType: "UMA_ADDRESS", umaAddress: "$nobody@nowhere.example", currency: "USD" }
      await quoted(bank, to, 10_000, { destination: uma })
      await quoted(bank, await payee(customerId, "002"), 10_000, { immediatelyExecute: true })
      await call("POST", "/transfer-out", transferOf(accountId, to, 500))
      const { id } = await sure("POST", "/transfer-out", transferOf(bank, to, 500))
      for (const decision of ["approve", "reject"]) await call("POST", `/transactions/${id}/${decision}`)
      await call("DELETE", `/customers/${customerId}`)
    },
    "pays twice, and what has changed": async () => {
      const owner = await payer()
      const paid = await quoted(owner.accountId, owner.to)
      for (const _ of [1, 2]) await stamped(paid.body, owner)
      const old = await quoted(owner.accountId, owner.to)
      await call("PATCH", `${BANK}/${owner.to}`, { accountInfo: { accountNumber: "987654321" } })
      await stamped(old.body, owner)
      const awaiting = await sure("POST", "/quotes", funding(owner.customerId, owner.to))
      await call("POST", `/quotes/${awaiting.id}/execute`)
      await call("GET", `/quotes/${awaiting.id}`)
      await deposited(String(awaiting.id))
      for (const status of ["INACTIVE", "ACTIVE", "INACTIVE"]) await call("PATCH", `${BANK}/${owner.to}`, { status })
      await quoted(owner.accountId, owner.to)
    },
    "pays too late": async () => {
      const owner = await payer()
      const [quote, awaiting] = [
        await quoted(owner.accountId, owner.to),
        await sure("POST", "/quotes", funding(owner.customerId, owner.to))
      ]
      await wait(301_000)
      await stamped(quote.body, owner)
      await deposited(String(awaiting.id))
    },
    "pays against the configuration": async () => {
      const { bank, customerId, to } = await payer()
      const usdOnly = { currencyCode: "USD", minAmount: 100, maxAmount: 1000, enabledTransactionTypes: ["OUTGOING"] }
      const transfer = (path: string, amount: number) => call("POST", path, transferOf(bank, to, amount))
      await underConfig([usdOnly], async () => {
        await transfer("/transfer-out", 50)
        await call("POST", "/transfer-in", { ...transferOf(to, bank, 500) })
      })
      await underConfig([{ ...usdOnly, currencyCode: "EUR" }], () => transfer("/transfer-out", 500))
      const asked = [{ name: "BIRTH_DATE", mandatory: true }]
      await underConfig([{ ...usdOnly, requiredCounterpartyFields: asked }], () => transfer("/transfer-out", 500))
      await call("PATCH", "/config", { embeddedWalletConfig: { expirationSeconds: 1 } })
      await call("POST", "/customers", { customerType: "INDIVIDUAL", currencies: ["XYZ"] })
      await call("PATCH", `/customers/${customerId}`, { currencies: ["XYZ"] })
    },
    "pays against the policy": async () => {
      const owner = await payer()
      const { accountId, credentialId, keys, to } = owner
      await underPolicy({ payments: { destinationMinAgeSeconds: 86_400 } }, () => quoted(accountId, to))
      await underPolicy({ payments: { limits: [{ currency: "USDC", perPayment: 1000 }] } }, () => quoted(accountId, to))
      await underPolicy({ sessions: { credentialTypes: ["PASSKEY"] } }, () =>
        call("POST", `/auth/credentials/${credentialId}/challenge`)
      )
      await underPolicy({ operations: [{ operations: ["EXPORT_WALLET"], credentialTypes: ["PASSKEY"] }] }, () =>
        backend.sign(keys, "POST", `/internal-accounts/${accountId}/export`, { clientPublicKey: clientKey().hex })
      )
    },
    "stores wrong accounts": async () => {
      const { bank, customerId } = await payer()
      const store = (info: Parameters<typeof usd>[0], more: Parameters<typeof usd>[1] = {}) =>
        call("POST", BANK, usd(info, { customerId, ...more }))
      const twice = { platformAccountId: customerId }
      for (const _ of [1, 2]) await store({}, twice)
      await store({ accountNumber: "" })
      await store({ accountNumber: "123456789105" })
      const slow = await payee(customerId, "005")
      await sure("POST", "/transfer-out", transferOf(bank, slow, 500))
      await call("DELETE", `${BANK}/${slow}`)
      await wait(31_000)
      await call("DELETE", `${BANK}/${slow}`)
      const { body } = await store({ accountNumber: "123456789103" })
      await call("PATCH", `${BANK}/${body.id}`, { status: "ACTIVE" })
      await call("GET", `${BANK}/${nowhere("ExternalAccount")}`)
    },
    "pays as a business without a number": async () => {
      const firm = { customerType: "BUSINESS", businessInfo: { legalName: "Firm" } }
      const { id: customerId } = await sure("POST", "/customers", firm)
      const bank = await bankOf(customerId)
      await fund(bank, 1_000_000)
      const { id: to } = await sure("POST", BANK, gbp("12345678", { customerId }))
      await quoted(bank, String(to), 10_000)
      await quoted(bank, String(to), 10_000, { immediatelyExecute: true })
    }
  }
}
