import { defaultPolicy, policyFields, withDefaults } from "@countersign/core/internal"
import { describe, expect, it } from "vitest"
import { ConfigurationError, type CountersignOptions, createCountersign } from "../src/index.ts"
import { policyFindings } from "../src/policyFindings.ts"

/** Options as a host without types can write them. */
const refusal = (options: unknown): unknown => {
  try {
    return createCountersign(options as CountersignOptions)
  } catch (error) {
    return error
  }
}
const hex = "1f".repeat(32)

describe("invalid options", () => {
  it.each([
    ["an undefined vault key", { keys: { service: hex } }, "keys.vault must be 32 random bytes"],
    ["an undefined service key", { keys: { vault: hex } }, "keys.service must be a P-256 private scalar"],
    ["a short key", { keys: { vault: "1f", service: hex } }, "openssl rand -hex 32"],
    ["a misspelt option", { stores: 1 }, "stores is not an option. The options are: tokens, keys,"],
    ["a store that is a pool", { store: { connect: () => {} } }, "store must be a layer, such as postgres({ pool })"],
    ["a mailer without sendCode", { mailer: {} }, "mailer must have a function sendCode"],
    [
      "a verifier that is not a function",
      { externalAccounts: { verify: "x" } },
      "externalAccounts must have a function as verify"
    ],
    ["a malformed path", { basePath: "v1/" }, "basePath must be a path such as /2025-10-13"],
    ["a malformed prefix", { strippedPrefix: "api/" }, "strippedPrefix must be a path such as /api"],
    ["a path as the page of errors", { errorsUrl: "/errors" }, "errorsUrl must be an address, such as https://"],
    ["a page of errors with a fragment", { errorsUrl: "https://x.test/e#a" }, "errorsUrl must be an address"],
    ["an unknown log format", { logs: "xml" }, "logs must be json, pretty or none"],
    ["tokens that are not a list", { tokens: "a:b" }, "tokens must be a list"],
    ["a clock that is not a function", { now: 5 }, "now must be a function"],
    ["a misspelt policy field", { policy: { sessionLifeTime: 1000 } }, "policy.sessionLifeTime is not a policy field"]
  ])("%s is refused by name", (_, options, words) => {
    const error = refusal(options)
    expect(error).toBeInstanceOf(ConfigurationError)
    expect(String(error)).toContain(words)
  })
})

describe("a policy field", () => {
  const wholes = Object.entries(policyFields).flatMap(([name, field]) =>
    field._tag === "Whole" ? [{ ...field, name }] : []
  )
  const found = (name: string, value: number) =>
    policyFindings(withDefaults({ [name]: value })).filter(({ message }) =>
      message.startsWith(`policy.${name} must be a whole number`)
    )

  it("is accepted with its default", () => {
    expect(policyFindings(defaultPolicy)).toEqual([])
  })

  it.each(wholes)("$name is accepted up to its bounds, and refused beyond", ({ least, most, name }) => {
    expect([least, most].flatMap((value) => found(name, value))).toEqual([])
    expect([least - 1, most + 1, least + 0.5].map((value) => found(name, value).length)).toEqual([1, 1, 1])
  })
})

it("a closed Countersign reports that to every caller", async () => {
  const countersign = createCountersign({ logs: "none" })
  await countersign.close()
  const late = countersign.api.in({ platformId: "sandbox", mode: "sandbox" })
  await expect(late.customers.read("Customer:x")).rejects.toThrow("This Countersign instance is closed")
  const answer = await countersign.handler(new Request("http://countersign.test/2025-10-13/customers"))
  expect([answer.status, (await answer.json()).reason]).toEqual([503, "Service is stopping"])
})
