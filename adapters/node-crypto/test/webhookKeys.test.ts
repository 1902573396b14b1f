import { createPublicKey, verify } from "node:crypto"
import { WebhookKeys } from "@countersign/core"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { ConfigurationRefused, nodeWebhookKeys, webhookSeedOf } from "../src/index.ts"

const seed = (fill: number) => new Uint8Array(32).fill(fill)
const message = new TextEncoder().encode("Webhook:1.1772366400.{}")
const SPKI = Buffer.from("302a300506032b6570032100", "hex")

const made = (
  seeds: ReadonlyArray<Uint8Array>,
  environment: "sandbox/a" | "sandbox/b" | "production/a" = "sandbox/a"
) =>
  Effect.runSync(
    Effect.flatMap(WebhookKeys, (keys) =>
      Effect.all({ publicKeys: keys.publicKeys(environment), signatures: keys.sign(environment, message) })
    ).pipe(Effect.provide(nodeWebhookKeys(seeds)))
  )
const verifies = (key: Uint8Array | undefined, signature: Uint8Array | undefined): boolean => {
  if (key === undefined || signature === undefined) return false
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI, key]), format: "der", type: "spki" })
  return verify(null, message, publicKey, signature)
}

it("signs with each seed in turn, under the published keys", () => {
  const { publicKeys, signatures } = made([seed(1), seed(2)])
  expect(publicKeys.map((key, nth) => verifies(key, signatures[nth]))).toEqual([true, true])
  expect([verifies(publicKeys[0], signatures[1]), verifies(publicKeys[1], signatures[0])]).toEqual([false, false])
})

it("W5: has a different key for each environment, the same at every start", () => {
  const keys = (["sandbox/a", "sandbox/b", "production/a"] as const).map((environment) =>
    Buffer.from(made([seed(1)], environment).publicKeys[0] ?? []).toString("hex")
  )
  expect(new Set(keys).size).toBe(3)
  expect(Buffer.from(made([seed(1)]).publicKeys[0] ?? []).toString("hex")).toBe(keys[0])
})

it("W5: signs for several environments in turn, each under its own keys", () => {
  const inTurn = Effect.flatMap(WebhookKeys, (keys) =>
    Effect.forEach(["sandbox/a", "production/a", "sandbox/a", "sandbox/b"] as const, (environment) =>
      Effect.all([keys.publicKeys(environment), keys.sign(environment, message)])
    )
  )
  const all = Effect.runSync(Effect.provide(inTurn, nodeWebhookKeys([seed(1)])))
  const matrix = all.map(([[key]]) => all.map(([, [signature]]) => verifies(key, signature)))
  expect(matrix).toEqual([
    [true, false, true, false],
    [false, true, false, false],
    [true, false, true, false],
    [false, false, false, true]
  ])
})

it("copies its seeds at once, and rejects invalid ones", () => {
  const given = seed(1)
  const layer = nodeWebhookKeys([given])
  given.fill(0)
  const sign = Effect.flatMap(WebhookKeys, (keys) => keys.publicKeys("sandbox/a"))
  expect(Effect.runSync(Effect.provide(sign, layer))).toEqual(made([seed(1)]).publicKeys)
  for (const seeds of [[], [new Uint8Array(31)], [seed(1), new Uint8Array(64)]]) {
    expect(() => nodeWebhookKeys(seeds)).toThrow(ConfigurationRefused)
  }
  expect(webhookSeedOf(seed(1))).not.toEqual(seed(1))
})
