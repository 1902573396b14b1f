import { bodyOf, codeMail, headerOf, mailerTo, mailServer, wire } from "@countersign/harness/smtp/mailServer"
import { describe, expect, it } from "vitest"
import { SmtpFault } from "../src/index.ts"

/** A mailer whose output to the server is recorded. */
const given = async (options: Parameters<typeof mailerTo>[1] = {}) => {
  const server = await mailServer()
  const received = await wire(server.port)
  return { server, heard: received, mailer: mailerTo(received.port, options) }
}

const NAMES = [
  "Auto-Submitted",
  "From",
  "To",
  "Subject",
  "Message-ID",
  "Date",
  "Content-Transfer-Encoding",
  "MIME-Version",
  "Content-Type"
]
const namesOf = (raw: string) => headerOf(raw).map(([name]) => name)

describe("H12: an address", () => {
  it.each([
    ["a list", "ada@example.com,eve@example.com"],
    ["a list by another separator", "ada@example.com;eve@example.com"],
    ["a group", "all:ada@example.com,eve@example.com;"],
    ["two words", "ada@example.com eve@example.com"],
    ["two @", "ada@example.com@example.com"],
    ["a display name", "Ada <ada@example.com>"],
    ["angle brackets", "<ada@example.com>"],
    ["an end of the path and a parameter", "ada@example.com> NOTIFY=SUCCESS"],
    ["a comment", "ada(eve@example.com)@example.com"],
    ["a quoted local part", '"ada,eve"@example.com'],
    ["a quoted local part with an @", '"eve@example.com "@example.com'],
    ["a line and a header", "ada@example.com\r\nBcc: eve@example.com"],
    ["a line feed and a header", "ada@example.com\nBcc: eve@example.com"],
    ["a line and a command", "ada@example.com\r\nRCPT TO:<eve@example.com>"],
    ["an encoded line in the host", "ada@example.com%0d%0aBcc:eve@example.com"],
    ["a line separator", "ada@example.com\u2028Bcc: eve@example.com"],
    ["a paragraph separator", "ada@example.com\u2029"],
    ["an escape", "\u001b[31mada@example.com"],
    ["a null", "ada@example.com\u0000"],
    ["a full-width @", "eve@example.com\uff20example.com"],
    ["a full-width dot", "ada@example\uff0ecom"],
    ["a full-width comma", "ada\uff0ceve@example.com"],
    ["a ligature, which another parser reads as two letters", "a\ufb01@example.com"],
    ["a ligature in the host", "ada@\ufb01.example.com"],
    ["a right-to-left text", "\u202eada@example.com"],
    ["nothing before the @", "@example.com"],
    ["no @", "ada"],
    ["no text", ""],
    ["a domain literal", "ada@[127.0.0.1]"],
    ["a host that begins with a hyphen", "ada@-example.com"],
    ["255 octets", `${"a".repeat(243)}@example.com`]
  ])("that is %s is rejected before any byte is sent", async (_, to) => {
    const { heard: received, mailer, server } = await given()
    const fault = await mailer.sendCode({ ...codeMail, to }).catch((error) => error)
    expect([fault instanceof SmtpFault, fault.code, fault.step]).toEqual([true, "EENVELOPE", "API"])
    expect([received.connections, received.transcript, server.letters]).toEqual([0, "", []])
  })

  it.each([
    ["an apostrophe", "o'neil@example.com", "o'neil@example.com"],
    ["every special character of an atom", "a!#$%&'*+/=?^_`{|}~-z@example.com", "a!#$%&'*+/=?^_`{|}~-z@example.com"],
    ["an encoded line in the local part", "ada%0d%0aBcc@example.com", "ada%0d%0aBcc@example.com"],
    ["a domain of another script, as punycode", "ada@küche.example", "ada@xn--kche-0ra.example"],
    ["a local part of another script", "ädä@example.com", "ädä@example.com"]
  ])("with %s is one recipient, literally", async (_, to, path) => {
    const { heard: received, mailer, server } = await given()
    await mailer.sendCode({ ...codeMail, to })
    expect(received.transcript.match(/RCPT TO:.*\r\n/gu)).toEqual([`RCPT TO:<${path}>\r\n`])
    const [letter] = server.letters
    expect([letter!.to.length, Object.fromEntries(headerOf(letter!.raw)).To]).toEqual([1, path])
    expect(namesOf(letter!.raw)).toEqual(NAMES)
  })
})

describe("H12: the texts of a host", () => {
  const evil = [
    "Acme\r\nBcc: eve@example.com",
    "Acme\nBcc: eve@example.com",
    "Acme\rBcc: eve@example.com",
    "Acme\r\n\r\n<b>another body</b>",
    "Acme%0d%0aBcc:eve@example.com",
    "Acme\u2028Bcc: eve@example.com",
    "Acme\u0085Bcc: eve@example.com",
    "Acme\u001b]0;title\u0007",
    "Acme\u202eemca",
    "Acme, Eve <eve@example.com>",
    "=?utf-8?Q?Acme=0D=0ABcc:_eve@example.com?="
  ]

  it.each(evil.map((text) => [JSON.stringify(text), text]))(
    "in a subject add no header and no recipient: %s",
    async (_, subject) => {
      const { heard: received, mailer, server } = await given({ texts: { code: () => ({ subject, text: "words" }) } })
      await mailer.sendCode(codeMail)
      const [letter] = server.letters
      expect(letter!.to).toEqual(["ada@example.com"])
      expect(received.transcript.match(/^RCPT/gmu)).toHaveLength(1)
      expect(namesOf(letter!.raw)).toEqual(NAMES)
      expect(bodyOf(letter!.raw)).toBe("words\r\n")
      // biome-ignore lint/suspicious/noControlCharactersInRegex: what it looks for are control characters
      expect(letter!.raw).not.toMatch(/[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202e]/u)
    }
  )

  it("in a body end neither a line nor the mail", async () => {
    const {
      heard: received,
      mailer,
      server
    } = await given({
      texts: {
        code: () => ({
          subject: "words",
          text: "one\r\n.\r\nMAIL FROM:<eve@example.com>\r\n\u001b[2Jtwo\u2028three\n.\n..\n"
        })
      }
    })
    await mailer.sendCode(codeMail)
    await mailer.sendCode({ ...codeMail, id: "0197-two" })
    expect(server.letters).toHaveLength(2)
    expect(bodyOf(server.letters[0]!.raw)).toBe(
      "one\r\n.\r\nMAIL FROM:<eve@example.com>\r\n [2Jtwo three\r\n.\r\n..\r\n"
    )
    expect(received.transcript.match(/^RCPT TO:.*$/gmu)).toEqual(Array(2).fill("RCPT TO:<ada@example.com>"))
  })

  it("may contain the name of a platform, which is only part of the text", async () => {
    const { mailer, server } = await given({
      texts: { code: ({ platformId }) => ({ subject: `Code of ${platformId}`, text: platformId }) }
    })
    await mailer.sendCode({ ...codeMail, platformId: "alpha\r\nBcc: eve@example.com\r\n\r\nX-Forwarded-Host: evil" })
    const [letter] = server.letters
    expect(Object.fromEntries(headerOf(letter!.raw)).Subject).toBe(
      "Code of alpha Bcc: eve@example.com X-Forwarded-Host: evil"
    )
    expect([letter!.to, namesOf(letter!.raw)]).toEqual([["ada@example.com"], NAMES])
  })

  it("in an id add no header", async () => {
    const { mailer, server } = await given()
    await mailer.sendCode({ ...codeMail, id: ">\r\nBcc: eve@example.com" })
    expect(namesOf(server.letters[0]!.raw)).toEqual(NAMES)
  })
})
