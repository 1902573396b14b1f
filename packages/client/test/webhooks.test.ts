import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { describe, expect, it } from "vitest"
import { type ReceivedWebhook, verifyWebhook, WebhookVerificationError } from "../src/webhooks.ts"

const NOW = Date.parse("2026-03-01T12:00:00Z")
const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519")
  const raw = publicKey.export({ format: "der", type: "spki" }).subarray(-32)
  return { privateKey, publicKey: `whpk_${raw.toString("base64")}` }
}
const [ours, others] = [keyPair(), keyPair()]
const EVENT = {
  id: "Webhook:1",
  type: "EXTERNAL_ACCOUNT.STATUS_UPDATED",
  timestamp: "2026-03-01T12:00:00.000Z",
  sequence: 2,
  data: { id: "ExternalAccount:1" }
}

interface Made {
  readonly text?: string
  readonly id?: string
  readonly at?: number
  readonly by?: ReadonlyArray<KeyObject>
}

/** A delivery as the server sends it. */
const delivery = ({ at = NOW, by = [ours.privateKey], id = EVENT.id, text = JSON.stringify(EVENT) }: Made = {}) => {
  const body = new TextEncoder().encode(text)
  const timestamp = String(Math.floor(at / 1000))
  const message = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body])
  const symmetric = createHmac("sha256", "a secret").update(message).digest("base64")
  const signatures = [`v1,${symmetric}`, ...by.map((key) => `v1a,${sign(null, message, key).toString("base64")}`)]
  return {
    body,
    headers: {
      "webhook-id": id,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatures.join(" ")
    } as Record<string, string | ReadonlyArray<string> | undefined>,
    publicKeys: [ours.publicKey],
    now: () => NOW
  }
}

const faultOf = async (received: unknown): Promise<string> => {
  try {
    await verifyWebhook(received as ReceivedWebhook)
    return "believed"
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error
    // The message states the remedy and contains nothing of the request.
    expect(error.message).not.toContain("Webhook:1")
    return error.code
  }
}

describe("W5: verifyWebhook", () => {
  it("returns the event of a delivery that the server signed", async () => {
    expect(await verifyWebhook(delivery())).toEqual(EVENT)
    const { headers, ...rest } = delivery()
    expect(await verifyWebhook({ ...rest, headers: new Headers(headers as Record<string, string>) })).toEqual(EVENT)
    const shouted = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
    expect(await verifyWebhook({ ...rest, headers: shouted })).toEqual(EVENT)
    expect(await verifyWebhook({ ...rest, headers, body: Buffer.from(rest.body) })).toEqual(EVENT)
  })

  it("rejects one flipped bit anywhere in the body, and another id, time or signature", async () => {
    const made = delivery()
    for (let at = 0; at < made.body.length; at += 1) {
      const body = made.body.slice()
      body[at] = (body[at] ?? 0) ^ 1
      expect([at, await faultOf({ ...made, body })]).toEqual([at, "SIGNATURE_MISMATCH"])
    }
    for (const more of [
      { "webhook-id": "Webhook:2" },
      { "webhook-timestamp": String(NOW / 1000 + 1) },
      { "webhook-signature": delivery({ text: "{}" }).headers["webhook-signature"] }
    ]) {
      expect(await faultOf({ ...made, headers: { ...made.headers, ...more } })).toBe("SIGNATURE_MISMATCH")
    }
  })

  it("rejects a signature by another key, and a v1 signature by the secret alone", async () => {
    expect(await faultOf(delivery({ by: [others.privateKey] }))).toBe("SIGNATURE_MISMATCH")
    expect(await faultOf(delivery({ by: [] }))).toBe("SIGNATURE_MISMATCH")
    expect(await faultOf({ ...delivery(), publicKeys: [] })).toBe("SIGNATURE_MISMATCH")
  })

  it("accepts a signature by any of the keys during a rotation", async () => {
    const both = [others.privateKey, ours.privateKey]
    expect(await faultOf(delivery({ by: both }))).toBe("believed")
    expect(await faultOf({ ...delivery(), publicKeys: [others.publicKey, ours.publicKey] })).toBe("believed")
  })

  it("verifies a bounded number of signatures", async () => {
    const made = delivery()
    const many = `${"v1a,AAAA ".repeat(100_000)}${made.headers["webhook-signature"]}`
    const start = process.cpuUsage()
    expect(await faultOf({ ...made, headers: { ...made.headers, "webhook-signature": many } })).toBe(
      "SIGNATURE_MISMATCH"
    )
    expect(process.cpuUsage(start).user).toBeLessThan(500_000)
  })
})

describe("W6: a replayed delivery", () => {
  it.each([
    [-300_000, "believed"],
    [-301_000, "TIMESTAMP_OUTSIDE_TOLERANCE"],
    [300_000, "believed"],
    [301_000, "TIMESTAMP_OUTSIDE_TOLERANCE"]
  ])("signed %d ms from now is %s", async (off, expected) => {
    expect(await faultOf(delivery({ at: NOW + off }))).toBe(expected)
  })

  it("applies another tolerance, and rejects every delivery for an invalid one", async () => {
    expect(await faultOf({ ...delivery({ at: NOW - 11_000 }), toleranceSeconds: 10 })).toBe(
      "TIMESTAMP_OUTSIDE_TOLERANCE"
    )
    expect(await faultOf({ ...delivery(), toleranceSeconds: Number.NaN })).toBe("TIMESTAMP_OUTSIDE_TOLERANCE")
  })
})

describe("a malformed delivery", () => {
  const made = delivery()
  const without = (name: string, value?: string | ReadonlyArray<string>) => ({
    ...made,
    headers: { ...made.headers, [name]: value }
  })
  it.each([
    ["a parsed body", { ...made, body: EVENT }, "BODY_NOT_RAW"],
    ["a text body", { ...made, body: JSON.stringify(EVENT) }, "BODY_NOT_RAW"],
    ["no id", without("webhook-id"), "HEADER_MISSING"],
    ["no time", without("webhook-timestamp", ""), "HEADER_MISSING"],
    ["no signature", without("webhook-signature"), "HEADER_MISSING"],
    ["two ids", without("webhook-id", ["Webhook:1", "Webhook:2"]), "HEADER_MALFORMED"],
    ["a malformed time", without("webhook-timestamp", "1e9"), "HEADER_MALFORMED"],
    ["a time with a sign", without("webhook-timestamp", "-1"), "HEADER_MALFORMED"],
    ["keys in another format", { ...made, publicKeys: ["MCowBQYDK2VwAyEA"] }, "KEYS_MALFORMED"],
    ["a short key", { ...made, publicKeys: ["whpk_AAAA"] }, "KEYS_MALFORMED"],
    ["a signed body that is not JSON", delivery({ text: "hello" }), "BODY_MALFORMED"],
    ["a signed body with a repeated key", delivery({ text: '{"id":"a","id":"b"}' }), "BODY_MALFORMED"],
    ["a signed list", delivery({ text: "[]" }), "BODY_MALFORMED"]
  ])("%s is rejected by name", async (_, received, code) => {
    expect(await faultOf(received)).toBe(code)
  })
})
