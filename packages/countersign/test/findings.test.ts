import { keys } from "@countersign/harness/world"
import { memoryStore } from "@countersign/memory"
import { sha256Hex } from "@countersign/wire"
import { Layer } from "effect"
import { describe, expect, it } from "vitest"
import {
  ConfigurationError,
  type ConfigurationFinding,
  type CountersignOptions,
  createCountersign,
  examineOptions,
  secretDigest
} from "../src/index.ts"

const live = { id: "live", secretSha256: secretDigest("s"), platformId: "p", mode: "production" as const }
const sound: CountersignOptions = { tokens: [live], keys, store: memoryStore, mailer: { sendCode: async () => {} } }
/** Options as a host without types can write them. */
const examined = (options: unknown) => examineOptions(options as CountersignOptions)
const refused = (options: unknown): ReadonlyArray<ConfigurationFinding> => {
  try {
    createCountersign(options as CountersignOptions)
  } catch (error) {
    if (error instanceof ConfigurationError) return error.findings
    throw error
  }
  throw new Error("The options were accepted")
}
const pattern = "1f".repeat(32)
const other = sha256Hex("another key")
const rings = { ...keys, wallets: keys.vault }
const passkeys = { rpIds: ["app.example"], origins: ["https://app.example", "http://localhost:3000"] }

/** One mistake per row, with a production token, and the option that the finding names. */
const mistakes: ReadonlyArray<readonly [string, object, ReadonlyArray<string>]> = [
  ["only tokens", { keys: undefined, store: undefined, mailer: undefined }, ["keys", "store", "mailer"]],
  ["a vault key that is a pattern", { keys: { ...keys, vault: pattern } }, ["keys.vault"]],
  ["a service key that is a pattern", { keys: { ...keys, service: pattern } }, ["keys.service"]],
  ["a webhook seed that is a pattern", { keys: { ...keys, webhooks: [keys.vault, pattern] } }, ["keys.webhooks[1]"]],
  ["the same key for two purposes", { keys: { vault: keys.service, service: keys.service } }, ["keys"]],
  ["a vault key of a list that is a pattern", { keys: { ...rings, vault: [keys.vault, pattern] } }, ["keys.vault[1]"]],
  ["a wallets key that is a pattern", { keys: { ...keys, wallets: pattern } }, ["keys.wallets"]],
  ["a wallets key that is undefined", { keys: { ...keys, wallets: undefined } }, ["keys.wallets"]],
  ["a second vault key without a wallets key", { keys: { ...keys, vault: [keys.vault, other] } }, ["keys.wallets"]],
  ["the same vault key twice", { keys: { ...rings, vault: [other, other.toUpperCase()] } }, ["keys.vault"]],
  ["an empty list of vault keys", { keys: { ...rings, vault: [] } }, ["keys.vault"]],
  ["five vault keys", { keys: { ...rings, vault: ["1", "2", "3", "4", "5"].map(sha256Hex) } }, ["keys.vault"]],
  ["a list with a malformed vault key", { keys: { ...rings, vault: [keys.vault, "x"] } }, ["keys.vault[1]"]],
  ["a list with a malformed service key", { keys: { ...rings, service: [keys.service, "x"] } }, ["keys.service[1]"]],
  ["the same service key twice", { keys: { ...rings, service: [keys.service, keys.service] } }, ["keys.service"]],
  ["a vault key in the list of service keys", { keys: { ...rings, service: [keys.service, keys.vault] } }, ["keys"]],
  ["three secrets for a token", { tokens: [{ ...live, secretSha256: ["1", "2", "3"].map(secretDigest) }] }, ["tokens"]],
  ["an empty keys object", { keys: {} }, ["keys.vault", "keys.service"]],
  ["private webhooks", { webhooks: { allowPrivate: true } }, ["webhooks.allowPrivate"]],
  ["an http origin for development", { production: { passkeys } }, ["production.passkeys.origins"]],
  ["any origin", { production: { passkeys: { rpIds: ["a.example"], origins: "any" } } }, ["production.passkeys"]],
  ["a malformed origin", { production: { passkeys: { rpIds: [], origins: ["app"] } } }, ["production.passkeys"]],
  ["a malformed issuer", { production: { oidc: { issuers: [{ issuer: "x" }] } } }, ["production.oidc"]],
  ["the same id for two tokens", { tokens: [live, live] }, ["tokens"]],
  ["a malformed digest", { tokens: [{ ...live, secretSha256: "s" }] }, ["tokens"]],
  ["a mailer without sendCode", { mailer: {} }, ["mailer"]],
  ["a mailer with a domain instead of a list", { mailer: { ...sound.mailer, domains: "a.example" } }, ["mailer"]],
  ["a misspelt policy field", { policy: { sessionLifeTime: 1 } }, ["policy.sessionLifeTime"]],
  ["a lock after eleven wrong codes", { policy: { otpFailuresToLock: 11 } }, ["policy.otpFailuresToLock"]],
  ["a policy field of an earlier version", { policy: { otpLongLockFor: 86_400_000 } }, ["policy.otpLongLockFor"]],
  ["a misspelt option", { stores: 1 }, ["stores"]]
]

describe("production", () => {
  it("starts when there are no findings", async () => {
    expect(examineOptions(sound)).toEqual([])
    await createCountersign(sound).close()
  })

  it("starts with lists of keys, and without a wallets key when the host supplies the wallets", async () => {
    const lists = { ...rings, vault: [keys.vault, other], service: [keys.service, sha256Hex("a service key")] }
    expect(examineOptions({ ...sound, keys: lists })).toEqual([])
    const { wallets: _, ...rootless } = lists
    expect(examineOptions({ ...sound, keys: rootless, wallets: Layer.empty as never })).toEqual([])
    const countersign = createCountersign({ ...sound, keys: lists })
    expect(countersign.bundleSigners).toEqual([countersign.bundleSigner, expect.stringMatching(/^04[0-9a-f]{128}$/u)])
    await countersign.close()
  })

  it.each(mistakes)("does not start with %s, and reports only that", (_, mistake, options) => {
    const found = examined({ ...sound, ...mistake })
    expect(found.map(({ option }) => option)).toEqual(options)
    for (const { message } of found) expect(message.split("\n")).toHaveLength(1)
    expect(refused({ ...sound, ...mistake })).toEqual(found)
  })

  it("reports all findings at once, in the list of examineOptions, without any secret", () => {
    const all = {
      tokens: [live, live],
      keys: { vault: pattern, service: "short-and-secret" },
      webhooks: { allowPrivate: true },
      production: { passkeys },
      policy: { otpLength: 1 },
      logs: "xml"
    }
    const found = examined(all)
    expect(refused(all)).toEqual(found)
    expect(found.map(({ option }) => option)).toEqual([
      "logs",
      "tokens",
      "keys.service",
      "policy.otpLength",
      "store",
      "mailer",
      "webhooks.allowPrivate",
      "production.passkeys.origins"
    ])
    expect(() => createCountersign(all as unknown as CountersignOptions)).toThrow(
      found.map(({ message }) => message).join("\n")
    )
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`${pattern}|short-and-secret|${live.secretSha256}`, "u"))
  })
})

it("a sandbox may use options that production rejects", async () => {
  const tokens = [{ ...live, mode: "sandbox" as const }]
  const options = { tokens, keys: { vault: pattern, service: sha256Hex("k") }, webhooks: { allowPrivate: true } }
  expect(examineOptions(options)).toEqual([])
  await createCountersign(options).close()
})
