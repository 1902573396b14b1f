import { readdirSync, readFileSync } from "node:fs"
import { decodeUtf8, encodeUtf8 } from "@countersign/wire"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { Vault } from "../src/ports/Vault.ts"
import { resealedPerson, sealedPerson } from "../src/things/beneficial-owners/owners.ts"
import { sealedProfile } from "../src/things/customers/read.ts"
import { Onboarding } from "../src/things/customers/rules/Customer.ts"
import { reseal } from "../src/things/external-accounts/read.ts"
import { openedTerms } from "../src/things/payments/SignedTerms.ts"
import { sealedEnds } from "../src/things/payments/send.ts"
import { idOf, T } from "./given.ts"

const none = () => Effect.die("no key")
const noVault: Vault["Service"] = {
  ...{ seal: none, open: none, sealWith: none, openWith: none, digest: none, digests: none },
  isCurrent: () => Effect.succeed(true)
}

/** Returns the encryption contexts that the work uses. */
const contextsOf = (work: Effect.Effect<unknown, unknown, Vault>): ReadonlyArray<string> => {
  const contexts: Array<string> = []
  const noted = (_: unknown, context: string) => {
    contexts.push(context)
    return Effect.die("no key")
  }
  const vault = Vault.of({ ...noVault, seal: noted, open: noted })
  expect(Exit.isFailure(Effect.runSyncExit(Effect.provideService(work, Vault, vault)))).toBe(true)
  return contexts
}

describe("D13: the encryption context of a record", () => {
  it("differs for each record and for each kind of record", () => {
    const contexts = [1, 2].flatMap((nth) => [
      ...contextsOf(sealedPerson(idOf("BeneficialOwner", nth), { firstName: "Ada", lastName: "King" })),
      ...contextsOf(sealedProfile(idOf("Customer", nth), { customerType: "INDIVIDUAL" })),
      ...contextsOf(openedTerms({ quoteId: idOf("Quote", nth), sealed: "sealed", expiresAt: T }))
    ])
    expect(new Set(contexts).size).toBe(6)
    for (const context of contexts)
      expect(context).toMatch(/^(?:beneficial owner|customer|signed terms) \w+:[\w-]{36}$/u)
  })

  it("begins with the name that stored values were encrypted under: with another one they could not be read", () => {
    const sources = new URL("../src/", import.meta.url)
    const names = readdirSync(sources, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .flatMap((file) => [...readFileSync(new URL(file, sources), "utf8").matchAll(/\bvaulted(?:Text)?\("([^"]+)"/gu)])
      .map(([, name]) => name)
    expect(names.toSorted()).toEqual([
      "beneficial owner",
      "change of a customer",
      "customer",
      "external account",
      "history",
      "idempotency",
      "instruction",
      "session client",
      "signed terms"
    ])
  })
})

it("a new customer is unverified, unless the host sets a screening", () => {
  expect(Effect.runSync(Onboarding)({ customerType: "INDIVIDUAL" })).toBe("UNVERIFIED")
})

describe("GO4: what a newer version added to an encrypted value", () => {
  /** A vault whose encrypted values are readable here. */
  const clear = Vault.of({
    ...noVault,
    seal: (plaintext) => Effect.succeed(decodeUtf8(plaintext)),
    open: (sealed) => Effect.succeed(encodeUtf8(sealed))
  })
  const run = <A>(work: Effect.Effect<A, unknown, Vault>) =>
    Effect.runSync(Effect.orDie(Effect.provideService(work, Vault, clear)))

  it("stays when this version changes a profile, a person, an account or the ends of a payment, at any depth", () => {
    const address = { line1: "1 Main Street", city: "London", postalCode: "SW1A 1AA", country: "GB" }
    const profile = { customerType: "INDIVIDUAL", fullName: "Ada", address } as const
    const newer = JSON.stringify({ ...profile, riskScore: [1], address: { ...address, what3words: "a.b.c" } })
    const { sealed } = run(sealedProfile(idOf("Customer"), { ...profile, fullName: "Ada King" }, newer))
    expect(JSON.parse(sealed)).toEqual({ ...JSON.parse(newer), fullName: "Ada King" })
    expect(JSON.parse(run(sealedProfile(idOf("Customer"), profile)).sealed)).toEqual(profile)

    const person = { firstName: "Ada", lastName: "King" }
    const richer = JSON.stringify({ ...person, middleName: "B", title: "Countess" })
    const married = run(resealedPerson(idOf("BeneficialOwner"), { ...person, lastName: "Lovelace" }, richer))
    expect(JSON.parse(married)).toEqual({ firstName: "Ada", lastName: "Lovelace", title: "Countess" })

    const particulars = { accountInfo: { accountType: "USD_ACCOUNT", accountNumber: "1" } }
    const known = run(reseal(idOf("ExternalAccount"), particulars, JSON.stringify({ ...particulars, checkedAt: 1 })))
    expect(JSON.parse(known)).toEqual({ ...particulars, checkedAt: 1 })

    const ends = {
      source: { type: "INTERNAL", accountId: "a", currency: "USD" },
      destination: { type: "UMA_ADDRESS", umaAddress: "$a@b.example", currency: "USD" }
    } as const
    const order = run(sealedEnds.reseal(idOf("Transaction"), ends, JSON.stringify({ ...ends, memo: "m" })))
    expect(JSON.parse(order)).toEqual({ ...ends, memo: "m" })
  })
})
