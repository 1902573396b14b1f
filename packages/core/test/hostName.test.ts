import { Option, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Email } from "../src/model/Email.ts"
import { asciiHost, isAddressIn } from "../src/model/text.ts"
import { UmaAddress } from "../src/model/UmaAddress.ts"
import { RelyingParties } from "../src/ports/Passkeys.ts"
import { faultsOf } from "../src/schema/faults.ts"
import { ConfigPatch } from "../src/things/platforms/rules/PlatformConfig.ts"

const read = <A>(schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (sent: unknown) => Option.getOrUndefined(decode(sent))
}

describe("GD14: a host name as a person writes it", () => {
  it.each([
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["MÜNCHEN.de", "xn--mnchen-3ya.de"],
    ["mu\u0308nchen.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["XN--MNCHEN-3YA.DE", "xn--mnchen-3ya.de"],
    ["straße.example", "xn--strae-oqa.example"],
    ["почта.рф", "xn--80a1acny.xn--p1ai"],
    ["例え。テスト", "xn--r8jz45g.xn--zckzah"],
    ["ｅｘａｍｐｌｅ．com", "example.com"],
    ["Example.COM", "example.com"],
    ["نامه\u200cای.com", "xn--mgba3gch31f060k.com"]
  ])("%s becomes %s", (written, stored) => {
    expect(asciiHost(written)).toBe(stored)
  })

  it.each([
    "a b.de",
    "a/b.de",
    "a@b.de",
    "a:80",
    "ü%41.de",
    "ü?.de",
    "ü#.de",
    "ü\\.de",
    "",
    "ü\u00ad.de",
    "xn--ü.de",
    "☃.com",
    "⑴.de"
  ])("%j is none", (written) => {
    expect(asciiHost(written)).toBeUndefined()
  })

  it("has one stored form, which is ASCII", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const host = asciiHost(text)
        return host === undefined || (/^[a-z0-9.-]+$/u.test(host) && asciiHost(host) === host)
      })
    )
  })
})

describe("GD14: every entry that reads one", () => {
  it("e-mail addresses", () => {
    const email = read(Email)
    expect(email("ada@münchen.de")).toBe("ada@xn--mnchen-3ya.de")
    expect(email(" Ada@MÜNCHEN。de ")).toBe("Ada@xn--mnchen-3ya.de")
    expect(email("ada@почта.рф")).toBe("ada@xn--80a1acny.xn--p1ai")
    for (const none of ["jörg@example.de", "ada@münchen", "ada@mü nchen.de", "ada@ü/.de", `ada@${"ü".repeat(70)}.de`]) {
      expect(email(none)).toBeUndefined()
    }
  })

  it("the domains of a mailer, in either form", () => {
    for (const domains of [["münchen.de"], ["xn--mnchen-3ya.de"], ["MÜNCHEN.DE"]]) {
      expect(isAddressIn("ada@xn--mnchen-3ya.de", domains)).toBe(true)
      expect(isAddressIn("ada@münchen.de", domains)).toBe(true)
      expect(isAddressIn("ada@munchen.de", domains)).toBe(false)
      expect(isAddressIn("ada@ü ü", ["ö ö"])).toBe(false)
    }
  })

  it("of payment addresses and relying parties are taken in one form, and a refusal names it", () => {
    const domains = faultsOf(ConfigPatch, { isStrict: true, root: "body" })({ umaDomain: "münchen.de" })
    expect(domains.errors[0]?.message).toContain("xn--mnchen-3ya.de")
    const address = faultsOf(Schema.Struct({ to: UmaAddress }), { isStrict: true, root: "body" })({
      to: "$a@münchen.de"
    })
    expect(address.errors[0]?.message).toContain("xn-- form")
    for (const party of [{ rpIds: ["münchen.de"] }, { origins: ["https://münchen.de"] }]) {
      const sent = { rpIds: ["example.com"], origins: ["https://example.com"], ...party }
      const { errors } = faultsOf(RelyingParties, { isStrict: true, root: "passkeys" })(sent)
      expect(errors[0]?.message).toContain("xn--mnchen-3ya.de")
    }
  })
})
