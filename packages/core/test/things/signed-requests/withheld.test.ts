import { canonicalJson, sha256Hex } from "@countersign/wire"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { withoutSecret, withSecret } from "../../../src/things/signed-requests/rules/SignedRequest.ts"

/** Texts with a special meaning in `replaceAll` or in JSON. */
const texts = fc.oneof(fc.string({ minLength: 1, unit: "grapheme" }), fc.constantFrom("$&", "$1", '"', "\\", "$$"))

describe("I8 D13: a payload with a secret", () => {
  it("is stored without it, and is restored by the secret of the retry", () => {
    fc.assert(
      fc.property(texts, texts, fc.integer(), (secret, other, count) => {
        const payload = canonicalJson({ count, other, parameters: { providers: [{ secret }] } })
        const stored = withoutSecret(payload, secret)
        expect(JSON.parse(stored).parameters.providers[0].secret).not.toBe(secret)
        expect(withSecret(stored, secret)).toBe(payload)
      })
    )
  })

  it("is stored as JSON when the characters of the secret also occur between two values", () => {
    const payload = canonicalJson({ other: " ", secret: "," })
    expect(JSON.parse(withoutSecret(payload, ","))).toEqual({ other: " ", secret: sha256Hex(",") })
    expect(withSecret(withoutSecret(payload, ","), ",")).toBe(payload)
  })

  it("does not change a key that has the characters of the secret", () => {
    const payload = canonicalJson({ secret: "secret", nested: { secret: ["secret", '"secret":'] } })
    const digest = sha256Hex("secret")
    expect(JSON.parse(withoutSecret(payload, "secret"))).toEqual({
      secret: digest,
      nested: { secret: [digest, '"secret":'] }
    })
    expect(withSecret(withoutSecret(payload, "secret"), "secret")).toBe(payload)
  })

  it("differs with any other secret, so the stamp does not verify", () => {
    const payload = canonicalJson({ secret: "one" })
    expect(withSecret(withoutSecret(payload, "one"), "two")).not.toBe(payload)
  })

  it("is stored unchanged without a secret", () => {
    // Neither the text "undefined" nor the digest of an empty text counts as a secret.
    for (const payload of [canonicalJson({ plain: "undefined" }), canonicalJson({ plain: sha256Hex("") })]) {
      expect([withoutSecret(payload, undefined), withSecret(payload, undefined)]).toEqual([payload, payload])
    }
  })
})
