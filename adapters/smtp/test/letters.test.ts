import { Notice } from "@countersign/core"
import { bodyOf, codeMail, headerOf, mailerTo, mailServer, NOW, wire } from "@countersign/harness/smtp/mailServer"
import { makeId } from "@countersign/wire"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { SmtpCodeMail, SmtpNoticeMail } from "../src/index.ts"
import { spaced } from "../src/Texts.ts"

const lines = (...each: ReadonlyArray<string>) => [...each, ""].join("\r\n")

const idOf = (raw: string) => headerOf(raw).find(([name]) => name === "Message-ID")?.[1]

/** The mail that a mailer with these options sends. */
const letterOf = async (options: Parameters<typeof mailerTo>[1] = {}, mail: Partial<SmtpCodeMail> = {}) => {
  const server = await mailServer()
  await mailerTo(server.port, options).sendCode({ ...codeMail, ...mail })
  const { raw } = server.letters[0]!
  return { header: Object.fromEntries(headerOf(raw)), body: bodyOf(raw), raw }
}

describe("GH7: the greeting", () => {
  it.each<readonly [object, string]>([
    [{}, "acme.example"],
    [{ from: "Ä <ä@küche.example>" }, "xn--kche-0ra.example"],
    [{ name: "mta1.acme.example" }, "mta1.acme.example"],
    [{ name: "bücher.example" }, "xn--bcher-kva.example"]
  ])("with %j names the client %s, whatever the machine is called", async (options, name) => {
    const server = await mailServer()
    const received = await wire(server.port)
    await mailerTo(received.port, options).sendCode(codeMail)
    expect(received.transcript.match(/EHLO .*/gu)).toEqual([`EHLO ${name}`])
  })
})

describe("the mail settings of a platform", () => {
  const branding = { appName: "Shop", sendFromEmailSenderName: "Shop team", replyToEmailAddress: "help@shop.example" }

  it("set product, sender name and reply address, but not the host's own address", async () => {
    const { body, header } = await letterOf({ domains: ["shop.example"] }, { branding })
    expect(header).toMatchObject({
      From: "Shop team <login@acme.example>",
      "Reply-To": "help@shop.example",
      Subject: "Your Shop code"
    })
    expect(body).toContain("not even with Shop support")
  })

  it("apply field by field, with the host's texts as the default", async () => {
    const { header } = await letterOf({}, { branding: { appName: "Shop" } })
    expect([header.From, header.Subject, header["Reply-To"]]).toEqual([
      "Acme <login@acme.example>",
      "Your Shop code",
      undefined
    ])
    expect((await letterOf({}, { branding: {} })).header.Subject).toBe("Your Acme code")
  })

  it.each([
    ["appName", "Shop\r\nBcc: eve@example.com"],
    ["sendFromEmailSenderName", 'Shop" <eve@example.com>\r\nBcc: eve@example.com'],
    ["replyToEmailAddress", "help@shop.example, eve@example.com"],
    ["replyToEmailAddress", "help@shop.example\r\nBcc: eve@example.com"]
  ])("H12: cannot add a header, address or recipient through a hostile %s", async (name, value) => {
    const server = await mailServer()
    await mailerTo(server.port).sendCode({ ...codeMail, branding: { [name]: value } })
    const [{ from, raw, to }] = server.letters as [(typeof server.letters)[number]]
    const names = headerOf(raw).map(([header]) => header)
    expect([from, to]).toEqual(["login@acme.example", ["ada@example.com"]])
    expect([names.filter((header) => /^(?:bcc|reply-to)$/iu.test(header)), names.length]).toEqual([[], 9])
  })
})

describe("PL7: the words of a platform", () => {
  it("replace the texts, with their placeholders filled, and add no header", async () => {
    const template = { subject: "{{appName}} sign-in", text: "Code {{code}},\n{{minutes}} min. {{other}}" }
    const { body, header } = await letterOf({}, { template, branding: { appName: "Shop {{code}}\r\nBcc: eve" } })
    expect([header.Subject, header.Bcc]).toEqual(["Shop code Bcc eve sign-in", undefined])
    expect(body).toMatch(/^Your code to sign in to Shop code Bcc eve:\r\n\r\n {4}\d{3} \d{3}\r\n\r\n/u)
    expect(body).toMatch(/\r\n\r\nCode \d{3} \d{3},\r\n\d+ min\. \{\{other\}\}/u)
  })
})

describe("a code", () => {
  it("is sent once, from one address to one address, with exactly these headers and texts", async () => {
    const server = await mailServer({ hidePIPELINING: true })
    const received = await wire(server.port)
    await mailerTo(received.port).sendCode(codeMail)
    expect(server.letters).toHaveLength(1)
    const [letter] = server.letters
    expect([letter!.from, letter!.to]).toEqual(["login@acme.example", ["ada@example.com"]])
    expect(headerOf(letter!.raw)).toEqual([
      ["Auto-Submitted", "auto-generated"],
      ["From", "Acme <login@acme.example>"],
      ["To", "ada@example.com"],
      ["Subject", "Your Acme code"],
      ["Message-ID", expect.stringMatching(/^<[0-9a-f]{32}@acme\.example>$/u)],
      ["Date", "Sun, 01 Mar 2026 12:00:00 +0000"],
      ["Content-Transfer-Encoding", "7bit"],
      ["MIME-Version", "1.0"],
      ["Content-Type", "text/plain; charset=utf-8"]
    ])
    expect(bodyOf(letter!.raw)).toBe(
      lines(
        "Your code to sign in to Acme:",
        "",
        "    493 027",
        "",
        "It works once, for about 5 minutes. A newer code replaces it.",
        "",
        "Do not share it, not even with Acme support.",
        "If you did not want to sign in, ignore this mail."
      )
    )
    expect(received.transcript.split(letter!.raw.split("\r\n")[0]!)[0]?.replace(/^EHLO .*\r\n/u, "")).toBe(
      "MAIL FROM:<login@acme.example>\r\nRCPT TO:<ada@example.com>\r\nDATA\r\n"
    )
  })

  it("that confirms a new address names this purpose, and does not offer a login", async () => {
    const { body } = await letterOf({}, { purpose: "CONFIRM_ADDRESS" })
    expect(body).toContain("Your code to confirm this address for your Acme account:")
    expect(body).toContain("If you did not want to use this address, ignore this mail.")
    expect(body).not.toContain("sign in")
  })

  it("is in the body only, not in a header, without a link or an address of the host", async () => {
    const { body, raw } = await letterOf()
    expect(raw.slice(0, -body.length)).not.toMatch(/493.?027/u)
    expect(body).not.toMatch(/http|www|@|<|>/u)
  })

  it.each([
    ["2026-03-01T12:00:00.001Z", "about 1 minute."],
    ["2026-03-01T12:01:20.000Z", "about 1 minute."],
    ["2026-03-01T12:04:59.000Z", "about 5 minutes."],
    ["2026-03-01T12:10:00.000Z", "about 10 minutes."],
    ["2026-03-01T11:59:00.000Z", "about 1 minute."]
  ])("that expires at %s is, at noon, valid for %s", async (expiresAt, words) => {
    expect((await letterOf({}, { expiresAt })).body).toContain(`It works once, for ${words}`)
  })

  it("is formatted in groups of three or four", () => {
    expect(["123456", "1234567", "12345678", "123456789", "1234567890", "123456789012"].map(spaced)).toEqual([
      "123 456",
      "123 4567",
      "1234 5678",
      "123 456 789",
      "123 456 7890",
      "1234 5678 9012"
    ])
    fc.assert(fc.property(fc.stringMatching(/^[0-9]{1,14}$/u), (code) => spaced(code).replaceAll(" ", "") === code))
  })

  it("has the Message-ID of its id: the same at a retry, different for another mail, and not the id itself", async () => {
    const server = await mailServer()
    const mailer = mailerTo(server.port)
    await mailer.sendCode(codeMail)
    await mailer.sendCode(codeMail)
    await mailer.sendCode({ ...codeMail, id: "0197-two" })
    const [first, second, third] = server.letters.map(({ raw }) => idOf(raw))
    expect([second === first, third === first, first?.includes(codeMail.id)]).toEqual([true, false, false])
  })

  it("can have the host's own texts, in any script and with long lines", async () => {
    const long = "wort ".repeat(40).trim()
    const { body, header } = await letterOf({
      product: "Küche",
      texts: {
        code: ({ code, minutes, platformId, product, spaced }) => ({
          subject: `Ihr Code für ${product}`,
          text: `${code}|${spaced}|${minutes}|${platformId}|✓\n${long}\n`
        })
      }
    })
    expect(header.Subject).toMatch(/^=\?UTF-8\?Q\?Ihr_Code_f=C3=BCr_K=C3=BCche\?=$/u)
    const text = Buffer.from(
      body
        .replace(/=\r\n/gu, "")
        .replace(/=([0-9A-F]{2})/gu, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
      "latin1"
    ).toString("utf8")
    expect([header["Content-Transfer-Encoding"], text]).toEqual([
      "quoted-printable",
      lines("493027|493 027|5|alpha|✓", long)
    ])
  })

  it("uses the given product name, else the sender's name, else the sender's host", async () => {
    const subjects = []
    for (const options of [{ product: "Wallet" }, {}, { from: "login@acme.example" }]) {
      subjects.push((await letterOf(options)).header.Subject)
    }
    expect(subjects).toEqual(["Your Wallet code", "Your Acme code", "Your acme.example code"])
  })
})

const noticed = async (
  notice: SmtpNoticeMail["notice"],
  options: Parameters<typeof mailerTo>[1] = {},
  more: Partial<SmtpNoticeMail> = {}
) => {
  const server = await mailServer()
  await mailerTo(server.port, options).sendNotice({
    id: "0197-three",
    to: "old@example.com",
    at: new Date(NOW).toISOString(),
    platformId: "alpha",
    notice,
    ...more
  })
  const { raw, to } = server.letters[0]!
  return { to, header: Object.fromEntries(headerOf(raw)), body: bodyOf(raw) }
}

describe("a notice", () => {
  it("to an old address gives the time of the change, and not the new address", async () => {
    const { body, header, to } = await noticed({ kind: "EMAIL_CHANGED", recipient: "OLD" })
    expect(to).toEqual(["old@example.com"])
    expect(header).toMatchObject({
      "Auto-Submitted": "auto-generated",
      Subject: "Your Acme codes go to another address now"
    })
    expect(body).toBe(
      lines(
        "The e-mail address of your Acme account was changed.",
        "Codes to sign in are no longer sent here.",
        "",
        "This happened on 2026-03-01 at 12:00 UTC.",
        "If it was not you, contact Acme at once."
      )
    )
  })

  it("AD5: to an old address has the token that undoes the change, in the body only, until when, and no link", async () => {
    const undo = { token: "23456789ABCDEFGHJKLMNPQRST", until: "2026-03-04T12:00:00.000Z" }
    const { body, header } = await noticed({ kind: "EMAIL_CHANGED", recipient: "OLD" }, {}, { undo })
    expect(body).toBe(
      lines(
        "The e-mail address of your Acme account was changed.",
        "Codes to sign in are no longer sent here.",
        "",
        "This happened on 2026-03-01 at 12:00 UTC.",
        "If it was not you, undo it until 2026-03-04 at 12:00 UTC with this code:",
        "",
        "    23456789ABCDEFGHJKLMNPQRST",
        "",
        "Do not share it. It can only restore this address.",
        "If it was not you, contact Acme at once."
      )
    )
    expect(JSON.stringify(header)).not.toContain(undo.token)
  })

  const recoveryId = makeId("Recovery", { timestampMs: 1, random: new Uint8Array(10) })
  const started = { kind: "RECOVERY_STARTED", recoveryId, readyInHours: 72 } as const
  const letters: ReadonlyArray<readonly [SmtpNoticeMail["notice"], subject: string, words: string]> = [
    [{ kind: "EMAIL_RESTORED", recipient: "OLD" }, "Your Acme codes are sent here again", "was undone."],
    [{ kind: "EMAIL_RESTORED", recipient: "NEW" }, "This is no longer the address of your Acme account", "undid"],
    [{ kind: "EMAIL_CHANGED", recipient: "NEW" }, "This is now the address of your Acme account", "to this one."],
    [{ kind: "CREDENTIAL_ADDED", credentialType: "PASSKEY" }, "A new way to sign in to Acme", "A passkey was added"],
    [
      { kind: "CREDENTIAL_ADDED", credentialType: "PASSKEY", confirmedInHours: 72 },
      "A new way to sign in to Acme",
      "For 72 hours it can do no more"
    ],
    [
      { kind: "CREDENTIAL_RETURNED", credentialType: "OAUTH" },
      "A way to sign in to Acme is back",
      "works again because its owner signed in with it."
    ],
    [{ kind: "CREDENTIAL_REMOVED", credentialType: "OAUTH" }, "A way to sign in to Acme was removed", "was removed"],
    [{ kind: "WALLET_EXPORTED" }, "Your Acme wallet was exported", "Anyone who has it controls the wallet."],
    [{ kind: "CUSTOMER_DELETED", authorisedBy: "END_USER" }, "Your Acme account was deleted", "as you signed for."],
    [
      { kind: "CUSTOMER_DELETED", authorisedBy: "PLATFORM" },
      "Your Acme account was deleted",
      "Acme deleted your account."
    ],
    [{ ...started, method: "GUARDIAN" }, "A recovery of your Acme account started", "A guardian started a recovery"],
    [{ ...started, method: "OPERATOR" }, "A recovery of your Acme account started", "In 72 hours it can bind"],
    [
      { kind: "RECOVERY_COMPLETED", credentialType: "PASSKEY" },
      "Your Acme account was recovered",
      "A passkey was bound to your Acme account"
    ],
    [{ kind: "RECOVERY_CANCELLED" }, "The recovery of your Acme account was stopped", "Nothing was changed."],
    [{ kind: "SAVED_CODES_CREATED" }, "New recovery codes for your Acme account", "Older ones"],
    [{ kind: "GUARDIAN_ADDED" }, "A guardian was added to your Acme account", "who can start a recovery"],
    [{ kind: "GUARDIAN_REMOVED" }, "A guardian was removed from your Acme account", "A guardian was removed"],
    [{ kind: "CODE_LOCKED", lockedForMinutes: 30 }, "Too many wrong Acme codes", "again in 30 minutes"],
    ...(
      [
        ["SESSIONS_ENDED", "signed your account out"],
        ["ACCOUNT_SUSPENDED", "suspended your account"],
        ["ACCOUNT_RESUMED", "resumed your account"],
        ["CREDENTIAL_SUSPENDED", "suspended one of your ways to sign in"],
        ["CREDENTIAL_RESUMED", "resumed one of your ways to sign in"],
        ["CREDENTIAL_UNLOCKED", "allowed new codes"]
      ] as const
    ).map(([act, words]) => [{ kind: "OPERATOR_ACTED", act }, "Support changed your Acme account", words] as const)
  ]
  it("is covered below for every kind", () => {
    const kinds = Notice.members.map(({ fields }) => fields.kind.literal)
    expect(new Set(letters.map(([{ kind }]) => kind))).toEqual(new Set(kinds))
  })

  it.each(letters)(
    "of %j has its subject, a description of the change, and no link",
    async (notice, subject, words) => {
      const { body, header } = await noticed(notice)
      expect([header.Subject, body.includes(words)]).toEqual([subject, true])
      expect(body).not.toMatch(/http|www|@|<|>/u)
    }
  )

  it("RC7: of a started recovery has the token that cancels it, in the body only", async () => {
    const { body, header } = await noticed({ ...started, method: "OPERATOR" }, {}, { cancelToken: "cancel-7" })
    expect(body).toContain("    cancel-7\r\n")
    expect(JSON.stringify(header)).not.toContain("cancel-7")
  })

  it("can have the host's own texts", async () => {
    const { body, header } = await noticed(
      { kind: "WALLET_EXPORTED" },
      { texts: { notice: ({ notice: { kind }, platformId }) => ({ subject: kind, text: `${platformId}\n` }) } }
    )
    expect([header.Subject, body]).toEqual(["WALLET_EXPORTED", lines("alpha")])
  })
})
