import { createPublicKey, verify } from "node:crypto"
import { change, endpoint, type HookWorld, type Received, receiver } from "@countersign/harness/webhooks/receiver"
import { callers } from "@countersign/harness/world"
import { Webhook } from "standardwebhooks"

/** A receiver without this project's code: node:crypto, and the rules of Standard Webhooks. */
export const compiledDecoder = (
  keyOf: ReadonlyArray<{ readonly algorithm: string; readonly publicKeyPem: string }>
) => ({
  ed25519: ({ body, headers }: Pick<Received, "body" | "headers">): boolean => {
    const message = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), body])
    const signatures = String(headers["webhook-signature"])
      .split(" ")
      .filter((each) => each.startsWith("v1a,"))
    return signatures.some((each) =>
      keyOf
        .filter(({ algorithm }) => algorithm === "ED25519")
        .some(({ publicKeyPem }) =>
          verify(null, message, createPublicKey(publicKeyPem), Buffer.from(each.slice(4), "base64"))
        )
    )
  },
  p256: ({ body, headers }: Pick<Received, "body" | "headers">, name = "x-service-signature"): boolean => {
    const { s, v } = JSON.parse(String(headers[name]))
    return (
      v === "1" &&
      keyOf
        .filter(({ algorithm }) => algorithm === "ECDSA_P256_SHA256")
        .some(({ publicKeyPem }) => verify("sha256", body, createPublicKey(publicKeyPem), Buffer.from(s, "base64")))
    )
  }
})

/** The npm package of the standard, which verifies the symmetric signature. */
export const byStandard =
  (secret: string) =>
  (received: Pick<Received, "body" | "headers">): boolean => {
    try {
      return new Webhook(secret).verify(received.body, received.headers as Record<string, string>) !== undefined
    } catch {
      return false
    }
  }

/** The verification keys of a receiver that read them from this service. */
export const verifiers = async ({ call }: Pick<HookWorld, "call">) => {
  const published = await call(callers.a, "GET", "/webhooks/keys")
  const { body } = await call(callers.a, "GET", "/webhooks/secret")
  return { ...compiledDecoder(published.body.data), v1: byStandard(body.secret), published: published.body.data }
}

/** A delivery of this service, as received. */
export const delivered = async (world: HookWorld) => {
  const there = await receiver()
  await endpoint(world, there.url)
  await change(world)
  await there.until(1)
  return there.events()[0]!
}
