import { canonicalJson, sha256Hex } from "@countersign/wire"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { restored, withheld } from "../src/rules/signed-requests/SignedRequest.ts"

/** Texts that look to `replaceAll` and to JSON as if they meant something. */
const texts = fc.oneof(fc.string({ minLength: 1, unit: "grapheme" }), fc.constantFrom("$&", "$1", '"', "\\", "$$"))

describe("I8 D13: a payload with a secret", () => {
  it("is stored without it, and is the same again once the retry brings it", () => {
    fc.assert(
      fc.property(texts, texts, fc.integer(), (secret, other, count) => {
        const payload = canonicalJson({ count, other, parameters: { providers: [{ secret }] } })
        const kept = withheld(payload, secret)
        expect(JSON.parse(kept).parameters.providers[0].secret).not.toBe(secret)
        expect(restored(kept, secret)).toBe(payload)
      })
    )
  })

  it("is another one by any other secret, and so none that a stamp holds over", () => {
    const payload = canonicalJson({ secret: "one" })
    expect(restored(withheld(payload, "one"), "two")).not.toBe(payload)
  })

  it("is stored as it is where there is none", () => {
    // Neither the word for nothing, nor the digest of an empty text, is anybody's secret.
    for (const payload of [canonicalJson({ plain: "undefined" }), canonicalJson({ plain: sha256Hex("") })]) {
      expect([withheld(payload, undefined), restored(payload, undefined)]).toEqual([payload, payload])
    }
  })
})
