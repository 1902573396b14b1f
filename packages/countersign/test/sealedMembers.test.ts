import { CurrentEnvironment, collections } from "@countersign/core"
import { CUSTOMERS, created, usd } from "@countersign/harness/externalAccounts"
import { callers, keys, makeWorld } from "@countersign/harness/world"
import { makeMemoryStore } from "@countersign/memory"
import { nodeVault } from "@countersign/node-crypto"
import { decodeHex, decodeUtf8, encodeUtf8 } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Store, Vault } from "../src/effect.ts"

const store = Effect.runSync(makeMemoryStore)
const world = makeWorld({ logs: "none", store: Layer.succeed(Store, store) })
afterAll(() => world.countersign.close())
const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })

const vault = Layer.provide(Vault.inEnvironments, nodeVault(decodeHex(keys.vault, { bytes: 32 })))
const inSandbox = <A, E>(use: (vault: Vault["Service"]) => Effect.Effect<A, E>) =>
  Effect.runPromise(
    Effect.flatMap(Vault, use).pipe(
      Effect.provideService(CurrentEnvironment, { mode: "sandbox", platformId: "alpha" }),
      Effect.provide(vault)
    )
  )

/** An encrypted record, and what a newer version adds to it. */
const sealedRecord = (name: string, what: string, id: string) => {
  const collection = collections.find((each) => each.name === name)
  if (collection === undefined) throw new Error(`no collection ${name}`)
  const ref = { collection, environment: "sandbox/alpha", id } as const
  const row = async () => {
    const [[found] = []] = await Effect.runPromise(store.load([{ ...ref, by: "id" }]))
    if (found === undefined) throw new Error(`no record ${id}`)
    return { ...found, body: { ...Object(found.body) } }
  }
  const opened = async () => {
    const { sealed } = (await row()).body
    return JSON.parse(decodeUtf8(await inSandbox(({ open }) => open(sealed, `${what} ${id}`))))
  }
  const enrich = async (members: object) => {
    const text = encodeUtf8(JSON.stringify({ ...(await opened()), ...members }))
    const sealed = await inSandbox(({ seal }) => seal(text, `${what} ${id}`))
    const { body, updatedAt: at, version } = await row()
    await Effect.runPromise(store.commit([{ ...ref, op: "replace", version, body: { ...body, sealed }, at }], []))
  }
  return { enrich, opened }
}

const NEWER = { fromNewer: { list: [1] } }

describe("GO4: what a newer version added to an encrypted value stays when this one changes it", () => {
  it("in the profile of a customer", async () => {
    const { id } = await api.customers.create({ customerType: "INDIVIDUAL", fullName: "Ada" })
    const record = sealedRecord("customers", "customer", id)
    await record.enrich(NEWER)
    await api.customers.update(id, { fullName: "Ada King" })
    expect(await record.opened()).toMatchObject({ ...NEWER, fullName: "Ada King" })
  })

  it("in a beneficial owner", async () => {
    const { id: customerId } = await api.customers.create({
      customerType: "BUSINESS",
      businessInfo: { legalName: "Acme" }
    })
    const personalInfo = { firstName: "Ada", lastName: "King" }
    const { id } = await api.beneficialOwners.create({ customerId, personalInfo })
    const record = sealedRecord("beneficial_owners", "beneficial owner", id)
    await record.enrich(NEWER)
    await api.beneficialOwners.update(id, { personalInfo: { lastName: "Lovelace" } })
    expect(await record.opened()).toEqual({ ...NEWER, firstName: "Ada", lastName: "Lovelace" })
  })

  it("in an external account, whose holder a verifier names later", async () => {
    const { customerId } = await world.customer(callers.a)
    const { id } = await created(world, usd({}, { customerId }), callers.a, CUSTOMERS)
    const record = sealedRecord("external_accounts", "external account", String(id))
    await record.enrich(NEWER)
    await api.externalAccounts.update(String(id), { accountInfo: { accountNumber: "9876543210" } })
    expect(await record.opened()).toMatchObject({ ...NEWER, accountInfo: { accountNumber: "9876543210" } })
    await api.externalAccounts.reportVerification(String(id), { standing: "CONFIRMED", verifiedName: "A. King" })
    expect(await record.opened()).toMatchObject({ ...NEWER, verifiedName: "A. King" })
  })
})
