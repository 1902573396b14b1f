import { parsePublicKey, signStamp } from "@countersign/wire"
import { readReceipt, receiptAudit } from "countersign/effect"
import { expect } from "vitest"
import { CUSTOMERS, created, itemsOf as listed, usd } from "./externalAccounts.ts"
import { payloadOf, quoteOf } from "./payments.ts"
import { type Answer, callers, customerOf, type LocalWorld, session, type World } from "./world.ts"

export const SANDBOX = { platformId: "alpha", mode: "sandbox" } as const
export const PERSON = { payee: "Zenobia Quixote", number: "123456789777", email: "canary.person@example.com" }

export type Item = Readonly<Record<string, never>> & { readonly id: string; readonly at: string; readonly type: string }

export const page = async (world: World, query: string, caller = callers.a): Promise<Answer["body"]> =>
  (await world.call(caller, "GET", `/activity?${query}`)).body
export const itemsOf = (world: World, accountId: string, more = "", limit = 100): Promise<ReadonlyArray<Item>> =>
  listed(world, `/activity?accountId=${accountId}${more}`, callers.a, limit)
export const typesOf = (items: ReadonlyArray<Item>) => items.map(({ type }) => type).toReversed()

/** A world in which a millisecond passes before each call, so that the history has an order of its own. */
export const ticking = (world: LocalWorld): LocalWorld => {
  const call: LocalWorld["call"] = (...parameters) => {
    world.pass(1)
    return world.call(...parameters)
  }
  return { ...world, call, customer: (caller, email) => customerOf(call, caller, email) }
}

/** A wallet of a person with a session, and a payment to a bank account that it signed. */
export const paid = async (world: World) => {
  const customer = await world.customer(callers.a, PERSON.email)
  const { accountId, credentialId, customerId } = customer
  const { keys, session: opened } = await session(world, callers.a, credentialId)
  const call = (method: string, path: string, body?: object, headers = {}) =>
    world.call(callers.a, method, path, { headers, ...(body === undefined ? {} : { body }) })
  await call("POST", `/sandbox/internal-accounts/${accountId}/fund`, { amount: 1_000_000 })
  const beneficiary = { beneficiaryType: "INDIVIDUAL", fullName: PERSON.payee }
  const bank = usd({ accountNumber: PERSON.number, beneficiary }, { customerId })
  const to = await created(world, bank, callers.a, CUSTOMERS)
  const quote = (await call("POST", "/quotes", quoteOf(accountId, String(to.id), 1_000_000))).body
  const stamp = signStamp(payloadOf(quote), keys.privateKey)
  const done = await call("POST", `/quotes/${quote.id}/execute`, undefined, { "service-wallet-signature": stamp })
  expect(done.status).toBe(200)
  return { ...customer, keys, opened, quoteId: String(quote.id) }
}

export const exported = async (world: LocalWorld, accountId: string) => {
  const lines: Array<string> = []
  for await (const receipt of world.countersign.api.in(SANDBOX).receipts.export(accountId)) {
    lines.push(JSON.stringify(receipt))
  }
  return lines
}
export const faultsOf = (world: LocalWorld, lines: ReadonlyArray<string>) => {
  const audit = receiptAudit({ signers: world.countersign.receiptSigners.map(parsePublicKey) })
  return lines.flatMap((line) => {
    const read = readReceipt(line)
    return read._tag === "None" ? ["MALFORMED"] : audit.take(read.value).map(({ fault }) => fault)
  })
}
