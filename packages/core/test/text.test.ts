import { isLabel, isVisible } from "@countersign/account-types"
import { encodeUtf8 } from "@countersign/wire"
import { Effect, Layer, Result, Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { shownBranding } from "../src/model/EmbeddedWalletConfig.ts"
import { CodeTemplate, fillTemplate, NoticeTemplate } from "../src/model/MailTemplates.ts"
import {
  BrandName,
  brandOf,
  isolated,
  label,
  labelInMail,
  reference,
  Shown,
  shown,
  visible
} from "../src/model/text.ts"
import { Vault, vaulted, vaultedText } from "../src/ports/Vault.ts"
import { credentials } from "../src/things/credentials/rules/Credential.ts"
import { Nickname } from "../src/things/credentials/rules/Passkey.ts"
import { NewCustomer } from "../src/things/customers/rules/bodies.ts"
import { platformConfigs } from "../src/things/platforms/rules/PlatformConfig.ts"
import { ClientInfo } from "../src/things/sessions/rules/SessionClient.ts"
import { platformSettings } from "../src/things/settings/rules/PlatformSettings.ts"

const read = (schema: Schema.Codec<string, string>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (text: string) => Result.getOrUndefined(decode(text))
}

const HOSTILE = "Acme. Was this not you? Stop it now at https://acme-stop.example/cancel: 672 498"

describe("a brand name", () => {
  const brand = read(BrandName)

  it.each([
    ...["Acme", "Acme Inc.", "Smith & Sons Ltd.", "J. P. Morgan", "St. George Bank", "L’Oréal", "L'Oréal", "AT&T"],
    ...["7-Eleven", "Yahoo!", "Studio 54", "Müller & Söhne GmbH", "Acme (UK)", "Acme, Inc.", "東京銀行", "بنك الشرق"]
  ])("GA6: accepts %s", (name) => {
    expect(brand(name)).toBe(name.normalize("NFC"))
    expect(brandOf(name)).toBe(name.normalize("NFC"))
  })

  it.each([
    [HOSTILE, "a sentence with a link"],
    ["acme.example", "a domain"],
    ["Acme. Was this not you", "a second sentence"],
    ["Acme Co. Call us", "a second sentence after an abbreviation"],
    ["Acme! Call us", "a second sentence after an exclamation mark"],
    ["Acme 672 498", "the digits of a code"],
    ["acme/cancel", "a path"],
    ["acme:443", "a colon"],
    ["help@acme", "an address"],
    ["acme．example", "a full-width dot"],
    ["acme。example", "an ideographic full stop"],
    ["Acme\u202E", "a bidirectional override"],
    ["Acme\u200Fgo", "a bidirectional mark"],
    ["Ac\u200Bme", "a zero-width space"],
    ["Acme\u{E0041}", "a tag character"],
    ["\u3164", "a blank letter"],
    ["A".repeat(41), "41 characters"],
    ["&", "no letter"],
    [`A${"\u0301".repeat(8)}`, "a stack of marks"]
  ])("GA6: refuses %j: %s", (name) => {
    expect(brand(name)).toBeUndefined()
  })

  it("GA6: of an older version is shown as the name in it, or not at all", () => {
    expect(["Booking.com", "Acme: pay", HOSTILE, "\u3164", "", undefined].map((stored) => brandOf(stored))).toEqual([
      "Booking com",
      "Acme pay",
      undefined,
      undefined,
      undefined,
      undefined
    ])
  })

  it("GA6: goes with addresses in the domains of the host, whatever is stored", () => {
    const stored = {
      appName: HOSTILE,
      replyToEmailAddress: "eve@thief.example",
      sendFromEmailAddress: "a@acme.example"
    }
    expect(shownBranding(stored, ["acme.example"])).toEqual({ sendFromEmailAddress: "a@acme.example" })
    expect(shownBranding(stored, [])).toEqual({})
  })
})

/** Characters that no reader sees, or that move others. */
const HIDDEN = [
  ...["\u0000", "\u0009", "\u000A", "\u001B", "\u007F", "\u0085", "\u00AD", "\u034F", "\u061C", "\u115F", "\u1160"],
  ...["\u17B4", "\u180E", "\u200B", "\u200C", "\u200D", "\u200E", "\u200F", "\u2028", "\u2029", "\u202A", "\u202E"],
  ...["\u2060", "\u2063", "\u2066", "\u2068", "\u2069", "\u2800", "\u3164", "\uD800", "\uE000", "\uFEFF", "\uFFA0"],
  ...["\uFFF9", "\uFFFC", "\uFFFF", "\u{1D159}", "\u{1D173}", "\u{E0001}", "\u{E0041}", "\u{E007F}", "\u{10FFFF}"]
]

describe("a label", () => {
  const name = read(label(255))

  it.each([
    ...["J. R. Smith", "Zoë O'Hara", "Zoë O’Hara", "Smith & Sons Ltd.", "Müller & Söhne GmbH", "Panadería Sol S.A."],
    ...["王小明", "山田　太郎", "محمد علي", "דוד כהן", "Nguyễn Thị Ánh", "Åsa", "A/S Nord #3: Øst+Vest", "नरेन्द्र मोदी"],
    ...["Ada’s iPhone ❤\uFE0F", "葛\u{E0100}城", "Jean-Luc (2)", "3M", "Ω", "P!nk", "Me@Work", "Łukasz “Luke” Żak"]
  ])("GA22: accepts %s", (text) => {
    expect(name(text)).toBe(text.normalize("NFC"))
    expect(shown(text)).toBe(text.normalize("NFC"))
  })

  it.each(HIDDEN)("GA22: refuses %j at every place", (character) => {
    for (const text of [`${character}Ada`, `A${character}da`, `Ada${character}`, character]) {
      expect([text, name(text), read(visible(9))(text), read(reference(9))(text)]).toEqual([
        text,
        undefined,
        undefined,
        undefined
      ])
      expect([isVisible(shown(text)), shown(text).includes(character)]).toEqual([true, false])
    }
  })

  it.each(["", " ", "...", "—", "\uFE0FA", "A \uFE0F", "A\uFE0F\uFE0F", `A${"\u0335".repeat(9)}`])(
    "GA22: refuses %j, which names nothing or hides a character",
    (text) => {
      expect(name(text)).toBeUndefined()
    }
  )

  it("GD11: of a device is 1 to 64 characters after NFC, of any letters, digits, punctuation and symbols", () => {
    const nickname = read(Nickname)
    const decomposed = "e\u0301".repeat(64)
    expect([
      nickname(decomposed),
      nickname(`${decomposed}e`),
      nickname("x".repeat(64)),
      nickname("x".repeat(65))
    ]).toEqual(["é".repeat(64), undefined, "x".repeat(64), undefined])
    for (const text of ["Ada’s iPhone", "Work / home & #2 + spare: blue", "Pixel™ 9 “Pro”", "电话 1"]) {
      expect(nickname(` ${text} `)).toBe(text)
    }
  })

  it("GA22: neutralised, is visible, in NFC and unchanged by a second pass, for any text", () => {
    const any = fc.string({ unit: "binary", minLength: 1, maxLength: 1 })
    const text = fc.string({ unit: fc.oneof(fc.constantFrom(...HIDDEN, "\uFE0F", "\u0301", " ", "a"), any) })
    fc.assert(
      fc.property(text, (stored) => {
        const once = shown(stored)
        expect([isVisible(once) || /^\p{Zs}*$/u.test(stored), shown(once), once.normalize("NFC")]).toEqual([
          true,
          once,
          once
        ])
        expect(Schema.decodeUnknownSync(Shown)(stored)).toBe(once)
        if (isLabel(stored.normalize("NFC"))) expect(once).toBe(stored.normalize("NFC"))
      }),
      { numRuns: 2000 }
    )
  })

  it("GA22: a user agent with a hidden character refuses no login, and is shown without it", () => {
    const decode = Schema.decodeUnknownSync(ClientInfo)
    expect(decode({ userAgent: "Mozilla/5.0 (\u200Eiphone)" })).toEqual({ userAgent: "Mozilla/5.0 ( iphone)" })
  })

  it("GA22: is isolated only where its letters run from right to left", () => {
    expect(["Ada", "é", "王", "דוד", "محمد"].map(isolated)).toEqual([
      "Ada",
      "é",
      "王",
      "\u2068דוד\u2069",
      "\u2068محمد\u2069"
    ])
    expect(isolated(isolated("דוד"))).toBe("\u2068דוד\u2069")
  })

  it.each([
    ["Ada", "Ada"],
    ["J.R. Smith", "J. R. Smith"],
    ["acme.example", "acme. example"],
    ["https://acme.example/x", "https: // acme. example/x".replace("// ", "/ /")],
    ["mailto:eve@thief.example", "mailto: eve @ thief. example"],
    ["acme。example", "acme。 example"],
    // In their compatibility forms: account.DJ, 1.de, a.m.de, a.de, http://x
    ["account.🆐", "account. 🆐"],
    ["⒈de", "⒈ de"],
    ["㏂de", "㏂ de"],
    ["a﹒de", "a﹒ de"],
    ["http:／／x", "http: ／ ／x"],
    ["\\\\server\\share", "\\ \\server\\share"]
  ])("GA22: %j is no link in a mail", (text, mailed) => {
    expect(labelInMail(text)).toBe(mailed)
  })
})

const accepts = (schema: Schema.Codec<unknown, unknown>) => {
  const decode = Schema.decodeUnknownResult(schema)
  return (value: unknown) => Result.isSuccess(decode(value))
}

describe("a template of a mail", () => {
  const code = accepts(CodeTemplate)
  const notice = accepts(NoticeTemplate)
  const ofCode = { subject: "{{appName}} sign-in", text: "Your code: {{code}}, for {{minutes}} minutes." }
  const ofNotice = { subject: "New in {{appName}}", text: "{{details}}\n{{date}}" }

  it.each([
    "Ihr Code für {{appName}}: {{code}}\n\nEr gilt {{minutes}} Minuten.",
    "Votre code\u00A0: {{code}} («\u00A0{{appName}}\u00A0»)…",
    "コード：{{code}}（{{minutes}}分）、{{appName}}。",
    "رمزك {{code}} صالح لمدة {{minutes}} دقيقة، {{appName}}.",
    "{{appName}}'s code is {{code}}! OK? 100% yours; until 12:30 – $5 & more."
  ])("GA7: accepts %j", (text) => {
    expect(code({ ...ofCode, text })).toBe(true)
  })

  it.each([
    ["a bare domain", "{{code}} thief.example"],
    ["a domain of a placeholder", "{{code}} www.{{appName}}"],
    ["a domain behind a placeholder", "{{code}} {{appName}}com"],
    ["mailto", "{{code}} mailto:eve"],
    ["a scheme of digits", "{{code}} tel:5550199"],
    ["a full-width dot", "{{code}} thief．example"],
    ["an ideographic full stop as a dot", "{{code}} thief。example"],
    ["a full-width at sign", "{{code}} eve＠thief"],
    ["a slash", "{{code}} thief/x"],
    ["a bidirectional mark", "{{code}} \u202Eabc"],
    ["a zero-width character", "{{code}} a\u200Bb"],
    ["a tag character", "{{code}} a\u{E0041}"],
    ["markup", "{{code}} <b>"],
    ["three line breaks", "{{code}}\n\n\nx"],
    ["three line breaks with blanks", "{{code}}\n \n  \nx"],
    ["the code far below", `${"a\n".repeat(200)}{{code}}`],
    ["the code behind much text", `${"a ".repeat(200)}{{code}}`]
  ])("GA7: is refused with %s", (_, text) => {
    expect([code({ ...ofCode, text }), notice({ ...ofNotice, text: text.replace("{{code}}", "{{details}}") })]).toEqual(
      [false, false]
    )
  })

  it.each(["Hello. Call us", "{{appName}}? Call us", "Call 555 0199", "a.example", "Hi\nBcc", "{{code}}"])(
    "GA7: is refused with the subject %j",
    (subject) => {
      expect(code({ ...ofCode, subject })).toBe(false)
    }
  )

  it.each([
    [undefined, "Your code to sign in to Acme:"],
    ["SIGN_IN", "Your code to sign in to Acme:"],
    ["CONFIRM_ADDRESS", "Your code to confirm this address for your Acme account:"],
    ["RECOVER_ACCOUNT", "Your code to recover your Acme account:"]
  ] as const)("GA7: follows the sentence of the purpose %s and the code", (purpose, sentence) => {
    const values = { appName: "Acme", code: "123 456", minutes: "5", ...(purpose === undefined ? {} : { purpose }) }
    const { text } = fillTemplate({ subject: "x", text: "{{code}} {{minutes}} {{purpose}} {{other}}" }, values)
    expect(text).toBe(`${sentence}\n\n    123 456\n\n123 456 5 {{purpose}} {{other}}`)
  })

  it("GA7: follows the details of a notice, once if it begins with them", () => {
    const values = { appName: "Acme", date: "today", details: "A passkey was added." }
    const filled = (text: string) => fillTemplate({ subject: "New in {{appName}}", text }, values).text
    expect(filled("{{details}}\n{{date}}")).toBe("A passkey was added.\n\ntoday")
    expect(filled("Hello.\n{{details}}")).toBe("A passkey was added.\n\nHello.\nA passkey was added.")
  })

  it("GA7: of an older version is neutralised", () => {
    const stored = {
      subject: "Stop it. Go to thief.example",
      text: `\u202Esee https://thief.example{{code}}${"\n".repeat(1400)}eve@thief.example`
    }
    const { subject, text } = fillTemplate(stored, { appName: "Acme", code: "123 456", minutes: "5" })
    expect([subject, text]).toEqual([
      "Acme",
      "Your code to sign in to Acme:\n\n    123 456\n\nsee https: / /thief. example123 456\n\neve @ thief. example"
    ])
  })

  it("GA7: keeps the digits of a code in their order beside right-to-left letters", () => {
    const { text } = fillTemplate(
      { subject: "x", text: "رمزك {{code}} صالح" },
      { appName: "بنك", code: "123 456", minutes: "5" }
    )
    expect(text).toContain("sign in to \u2068بنك\u2069:\n\n    123 456\n\n")
    expect(text).toContain("\u2066123 456\u2069")
  })
})

describe("records of older versions", () => {
  it("GA6, GA7, GA22: decode, and show the names of devices neutralised", () => {
    const at = 1
    const config = platformConfigs.decode({
      configId: "PlatformConfig:00000000-0000-7000-8000-000000000001",
      umaDomain: "countersign.invalid",
      supportedCurrencies: [],
      isRegulatedFinancialInstitution: false,
      embeddedWalletConfig: { appName: HOSTILE, replyToEmailAddress: "eve@thief.example" },
      createdAt: at,
      updatedAt: at
    })
    expect(config.embeddedWalletConfig.appName).toBe(HOSTILE)
    const mail = { code: { subject: "a.example", text: "https://thief.example" } }
    const settings = platformSettings.decode({ name: "settings", revision: 1, settings: { mail }, updatedAt: at })
    expect(settings.settings.mail).toEqual(mail)
    const credential = credentials.decode({
      credentialId: "AuthMethod:00000000-0000-7000-8000-000000000001",
      accountId: "InternalAccount:00000000-0000-7000-8000-000000000001",
      type: "PASSKEY",
      nickname: "Ada\u202E\u200Bphone",
      material: {},
      uniqueKey: "x",
      createdAt: at,
      updatedAt: at
    })
    expect(credential.nickname).toBe("Ada  phone")
  })

  it("GA22: what a vault opens for people is neutralised, and anything else is as it was sealed", () => {
    const sealed = JSON.stringify({ name: "Ada\u202E\u200Bphone" })
    const vault = Layer.mock(Vault)({ open: () => Effect.succeed(encodeUtf8(sealed)) })
    const named = Schema.Struct({ name: label(9) })
    const open = (values: ReturnType<typeof vaulted<{ readonly name: string }>>) =>
      Effect.runSync(Effect.provide(values.open("id", "sealed"), vault)).name
    expect([open(vaultedText("people", named)), open(vaulted("people", Schema.toType(named)))]).toEqual([
      "Ada  phone",
      "Ada\u202E\u200Bphone"
    ])
  })

  it("GA22: the profile that a vault opens is read by the type that its text had", () => {
    const stored = {
      customerType: "INDIVIDUAL",
      fullName: "★\u202E",
      address: { line1: "\n", postalCode: "1", country: "GB" }
    }
    expect(accepts(NewCustomer)(stored)).toBe(false)
    expect(accepts(Schema.toType(NewCustomer))(stored)).toBe(true)
  })
})
