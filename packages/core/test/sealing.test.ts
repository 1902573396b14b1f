import { readdirSync, readFileSync } from "node:fs"
import { Effect, Exit } from "effect"
import { describe, expect, it } from "vitest"
import { Vault } from "../src/ports/Vault.ts"
import { sealedPerson } from "../src/things/beneficial-owners/owners.ts"
import { sealedProfile } from "../src/things/customers/read.ts"
import { Onboarding } from "../src/things/customers/rules/Customer.ts"
import { openedTerms } from "../src/things/payments/SignedTerms.ts"
import { idOf, T } from "./given.ts"

/** Returns the encryption contexts that the work uses. */
const contextsOf = (work: Effect.Effect<unknown, unknown, Vault>): ReadonlyArray<string> => {
  const contexts: Array<string> = []
  const noted = (_: unknown, context: string) => {
    contexts.push(context)
    return Effect.die("no key")
  }
  const vault = Vault.of({
    seal: noted,
    open: noted,
    sealWith: (_, plaintext, context) => noted(plaintext, context),
    openWith: (_, sealed, context) => noted(sealed, context),
    digest: noted,
    digests: noted,
    isCurrent: () => Effect.succeed(true)
  })
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
