import { Redacted } from "effect"
import { describe, expect, it } from "vitest"
import { basicCredentials } from "../src/server/run.ts"

const header = (text: string): string => `Basic ${Buffer.from(text, "utf8").toString("base64")}`

describe("the Authorization header (H2, FS2)", () => {
  it("returns the token id before the first colon and the secret after it", () => {
    const { id, secret } = basicCredentials(header("live:with:colons")) ?? {}
    expect([id, secret === undefined ? undefined : Redacted.value(secret)]).toEqual(["live", "with:colons"])
  })

  // RFC 7617 section 2: the user-id and password MUST NOT contain any control characters.
  it.each([0x00, 0x07, 0x09, 0x0a, 0x0d, 0x1b, 0x1f, 0x7f, 0x80, 0x85, 0x9f])(
    "rejects control character %i in the token id and in the secret",
    (code) => {
      const control = String.fromCodePoint(code)
      for (const text of [
        `li${control}ve:secret`,
        `live:sec${control}ret`,
        `${control}live:secret`,
        `live:secret${control}`
      ]) {
        expect(basicCredentials(header(text))).toBeUndefined()
      }
    }
  )

  it("rejects a header without a colon or without a token id", () => {
    for (const text of ["live", ":secret", ""]) expect(basicCredentials(header(text))).toBeUndefined()
  })
})
