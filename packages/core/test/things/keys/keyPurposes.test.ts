import { createPublicKey } from "node:crypto"
import { change, endpoint, hookWorld, receiver } from "@countersign/harness/webhooks/receiver"
import {
  answerTo,
  callers,
  keyPair,
  keys,
  makeWorld,
  pendingLogin,
  session,
  tokenOptions
} from "@countersign/harness/world"
import { nodeServiceKey } from "@countersign/node-crypto"
import {
  decodeBase64,
  decodeBase64Url,
  decodeHex,
  encodeHex,
  parsePublicKey,
  verifyOtpTargetBundle,
  verifyP256,
  verifyP256Digest,
  verifyVerificationToken,
  WireError
} from "@countersign/wire"
import { ServiceKey } from "countersign/effect"
import { Effect } from "effect"
import { expect, it } from "vitest"

const service = Effect.runSync(Effect.provide(ServiceKey, nodeServiceKey(decodeHex(keys.service))))
const publicKeys = {
  bundle: service.bundles.publicKey,
  "verification token": service.verificationTokens.publicKey,
  receipt: service.receipts.publicKey,
  webhook: service.webhooks("sandbox/alpha").publicKey,
  "webhook of the production environment": service.webhooks("production/alpha").publicKey,
  "webhook of another platform": service.webhooks("sandbox/beta").publicKey
}
type PublicKeyOf = (typeof publicKeys)["bundle"]

const passes = (verify: () => unknown): boolean => {
  try {
    return verify() !== false
  } catch (error) {
    if (error instanceof WireError) return false
    throw error
  }
}

it("signs each message under the key of its purpose and environment only (FA12, FA8)", async () => {
  const world = hookWorld()
  const there = await receiver()
  await endpoint(world, there.url)
  await change(world)
  await there.until(1)
  const [hook] = there.events()
  if (hook === undefined) throw new Error("no webhook was delivered")
  const { accountId, credentialId } = await world.customer(callers.a)
  const { bundle } = await answerTo(world, callers.a, credentialId, "000000", keyPair())
  const { challenge } = await pendingLogin(world, callers.a, credentialId)
  const token: string = JSON.parse(challenge.payloadToSign).parameters.verificationToken
  await session(world, callers.a, credentialId)
  const { items } = await world.countersign.api.in({ platformId: "alpha", mode: "sandbox" }).receipts.list(accountId)
  const [receipt] = items
  if (receipt === undefined) throw new Error("the login wrote no receipt")

  const made: Readonly<Record<string, (key: PublicKeyOf) => unknown>> = {
    bundle: (key) => verifyOtpTargetBundle(bundle, key),
    "verification token": (key) => verifyVerificationToken(token, key, world.at()),
    receipt: (key) => verifyP256Digest(decodeHex(receipt.hash), decodeHex(receipt.signature), key),
    webhook: (key) => {
      const { s } = JSON.parse(String(hook.headers["x-service-signature"]))
      return verifyP256(hook.body, decodeBase64(s), key)
    }
  }
  for (const [what, verify] of Object.entries(made)) {
    const verifies = Object.entries(publicKeys).flatMap(([name, key]) => (passes(() => verify(key)) ? [name] : []))
    expect([what, verifies]).toEqual([what, [what]])
  }
  expect(world.countersign.bundleSigner).not.toBe(world.countersign.receiptSigners[0])
  expect(world.countersign.receiptSigners.map(parsePublicKey)).toEqual([publicKeys.receipt])
  expect(world.countersign.verificationSigners.map(parsePublicKey)).toEqual([publicKeys["verification token"]])
})

it("GC2: publishes the keys of verification tokens, one per service key, to every party in three forms that agree", async () => {
  const scopes = ["VIEW"] as const
  const [token] = tokenOptions
  const world = makeWorld({
    logs: "none",
    tokens: [{ ...(token ?? expect.unreachable()), scopes }],
    keys: { ...keys, service: ["77".repeat(32), keys.service] }
  })
  const { body, status } = await world.call(callers.a, "GET", "/auth/keys")
  const published: ReadonlyArray<{ readonly publicKey: string; readonly publicKeyPem: string }> = body.data
  expect([status, published.map(({ publicKey }) => publicKey)]).toEqual([200, world.countersign.verificationSigners])
  expect(published.map(({ publicKey }) => parsePublicKey(publicKey)).at(1)).toBe(publicKeys["verification token"])
  for (const { publicKey, publicKeyPem } of published) {
    const { x = "", y = "" } = createPublicKey(publicKeyPem).export({ format: "jwk" })
    expect(`04${encodeHex(decodeBase64Url(x))}${encodeHex(decodeBase64Url(y))}`).toBe(publicKey)
  }
  const api = world.countersign.api.in({ platformId: "alpha", mode: "sandbox" })
  expect(await api.credentials.keys()).toEqual(body)
  await world.countersign.close()
})
