import { encodeUtf8 } from "@countersign/wire"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { SHORTEST, sieve, spellingsOf } from "../src/Recording.ts"

const secret = encodeUtf8('a "quoted" canary: \u00e9')
const look = sieve(spellingsOf(secret).map((bytes) => ({ name: "secret", bytes })))
const base64 = (text: string) => Buffer.from(text).toString("base64")
const text = Buffer.from(secret).toString()

it.each([
  ["as it is", text],
  ["in hex", Buffer.from(secret).toString("hex")],
  ["in capital hex", Buffer.from(secret).toString("hex").toUpperCase()],
  ["in JSON", JSON.stringify({ text })],
  ["in JSON inside of JSON", JSON.stringify({ line: JSON.stringify({ text }) })],
  [
    "in JSON with every character escaped",
    [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")
  ],
  ["in an address", `https://example.com/?q=${encodeURIComponent(text)}`],
  ["in base64", base64(text)],
  ["in base64, after one byte of something else", base64(`x${text} and so on`)],
  ["in base64, after two bytes of something else", base64(`xy${text}, and on`)],
  ["in base64url", Buffer.from(`id:${text}`).toString("base64url")]
])("D13: a secret is found %s", (_, printed) => {
  expect([...look(encodeUtf8(`before ${printed} after`))]).toEqual(["secret"])
})

it("D13: a needle is found at every position, and nowhere else", () => {
  const bytes = fc.uint8Array({ minLength: SHORTEST, maxLength: 40 })
  fc.assert(
    fc.property(bytes, fc.uint8Array({ maxLength: 60 }), fc.uint8Array({ maxLength: 60 }), (needle, before, after) => {
      const search = sieve([{ name: "needle", bytes: needle }])
      const haystack = Buffer.concat([before, needle, after])
      expect([...search(haystack)]).toEqual(["needle"])
      const broken = Buffer.concat([before, needle.map((byte, at) => (at === 5 ? byte ^ 1 : byte)), after])
      expect(search(broken).size === 1).toBe(broken.includes(Buffer.from(needle)))
    })
  )
})
