import { bodyOf, codeMail, mailerTo, mailServer } from "@countersign/harness/smtp/mailServer"
import { describe, expect, it } from "vitest"
import { codeTexts, type Texts } from "../src/index.ts"

const facts = { product: "Acme", platformId: "acme", code: "493027", spaced: "493 027", minutes: 5 }
const PURPOSES = ["SIGN_IN", "CONFIRM_ADDRESS", "RECOVER_ACCOUNT"] as const

describe.each<readonly [string, Texts["code"], RegExp]>([
  ["de", codeTexts.de, /etwa 5 Minuten lang/u],
  ["es", codeTexts.es, /durante unos 5 minutos/u],
  ["fr", codeTexts.fr, /pendant environ 5 minutes/u]
])("GU6: the mail with a code in %s", (_, code, lifetime) => {
  it("has the code once, on a line of its own, and not in the subject", () => {
    for (const purpose of PURPOSES) {
      const { subject, text } = code({ ...facts, purpose })
      expect(text.split("\n").filter((line) => line.includes("493"))).toEqual(["    493 027"])
      expect(subject).toMatch(/Acme/u)
      expect(subject).not.toMatch(/493/u)
    }
  })

  it("names its purpose first, the lifetime, and what to do with a mail that was not expected", () => {
    const texts = PURPOSES.map((purpose) => code({ ...facts, purpose }).text)
    const firsts = texts.map((text) => text.split("\n")[0])
    const lasts = texts.map((text) => text.split("\n").at(-2))
    expect([new Set(firsts).size, new Set(lasts).size]).toEqual([3, 3])
    for (const first of firsts) expect(first).toMatch(/Acme.*:$/u)
    for (const text of texts) expect(text).toMatch(lifetime)
    expect(texts.filter((text) => /\b(?:your|the|you|not|with|it)\b/iu.test(text))).toEqual([])
  })
})

it("GU6: a mailer with `codeTexts.de` mails codes in German, with a single minute in the singular", async () => {
  const server = await mailServer()
  const soon = new Date(Date.parse(codeMail.expiresAt) - 240_000).toISOString()
  await mailerTo(server.port, { texts: { code: codeTexts.de } }).sendCode({ ...codeMail, expiresAt: soon })
  const [letter] = server.letters
  expect(bodyOf(letter?.raw ?? "")).toMatch(/Ihr Einmalcode f=C3=BCr die Anmeldung bei Acme:.*etwa 1 Minute lang/su)
})
