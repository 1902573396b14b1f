import { createHash } from "node:crypto"
import { labelInMail } from "@countersign/core"
import { browser } from "@countersign/harness/browser/chromium"
import { figure, rounds } from "@countersign/harness/rounds"
import { seed } from "@countersign/harness/seed"
import { codeMail, headerOf, mailerTo, mailServer, NOW } from "@countersign/harness/smtp/mailServer"
import fc from "fast-check"
import { find } from "linkifyjs"
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { spaced } from "../src/Texts.ts"

// Every text of a platform goes to the real mailer as it is, as if an older version had stored it. The mail is read
// as text, by what programs make of links, and in Chromium, by where each character is.

const TEXTS = rounds(100_000, 2000)
const AT_ONCE = 100

/** Text of attackers, and characters that move, hide or join it. */
const PARTS = [
  ...[
    "Acme",
    "thief.example",
    "acme.com",
    "www.evil.org",
    "https://evil.org/x",
    "http://1.2.3.4/",
    "mailto:eve@evil.org"
  ],
  ...[
    "eve@evil.org",
    "//evil.org",
    "evil．org",
    "evil。org",
    "eve＠evil.org",
    "tel:+15550199",
    "\\\\evil\\x",
    "ftp://a.de"
  ],
  ...[
    "Was this not you?",
    "Stop it now.",
    "672 498",
    "111111",
    "Ignore this mail.",
    "{{code}}",
    "{{appName}}",
    "{{minutes}}"
  ],
  ...[
    "{{details}}",
    "{{date}}",
    "بنك",
    "דוד",
    "محمد ١٢٣",
    "王小明",
    "é",
    "e\u0301",
    ".",
    "..",
    "/",
    ":",
    "@",
    "-",
    " ",
    "  "
  ],
  ...[
    "\n",
    "\n\n\n",
    "\r\n",
    "\r\nBcc: eve@evil.org",
    "\u2028",
    "\u0085",
    "\u202E",
    "\u202D",
    "\u2066",
    "\u2067",
    "\u2069"
  ],
  ...[
    "\u200E",
    "\u200F",
    "\u061C",
    "\u200B",
    "\u2060",
    "\u00AD",
    "\u3164",
    "\u2800",
    "\uFE0F",
    "\u0335",
    "\u{E0041}",
    "\0"
  ],
  ...["com", "org", "(", ")", "<", ">", "“", "&", "#", "A", "b", "9"]
]
const text = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...PARTS) }, fc.string({ unit: "binary", maxLength: 3 })), {
    minLength: 1,
    maxLength: 12
  })
  .map((parts) => parts.join(""))
const address = fc.oneof(
  text,
  text.map((domain) => `eve@${domain}`),
  text.map((more) => `help@acme.example${more}`),
  fc.constantFrom("help@acme.example", "eve@thief.example", "eve@thief.example, help@acme.example")
)
const hostile = fc.record({
  appName: text,
  sendFromEmailSenderName: text,
  replyToEmailAddress: address,
  sendFromEmailAddress: address,
  subject: text,
  words: text,
  label: text,
  code: fc.stringMatching(/^(?:[0-9]{6,9}|[2-9A-HJ-NP-Z]{6,13})$/u)
})

/** The parts of a mail as a reader sees them: decoded headers and lines. */
const readOf = (raw: string) => {
  const header = new Map(headerOf(raw))
  const body = raw.slice(raw.indexOf("\r\n\r\n") + 4)
  const bytes = {
    "quoted-printable": () => Buffer.from(unquoted(body.replaceAll(/=\r\n/gu, "")), "latin1"),
    base64: () => Buffer.from(body, "base64"),
    "7bit": () => Buffer.from(body, "latin1")
  }
  const encoding = header.get("Content-Transfer-Encoding")
  if (encoding !== "quoted-printable" && encoding !== "base64" && encoding !== "7bit") throw new Error(String(encoding))
  return {
    names: [...header.keys()],
    subject: words(header.get("Subject")),
    from: words(header.get("From")),
    replyTo: header.get("Reply-To"),
    body: bytes[encoding]().toString("utf8").replaceAll("\r\n", "\n")
  }
}
const unquoted = (part: string) =>
  part.replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** RFC 2047: the encoded words of a header. */
const words = (value = "") =>
  value
    .replaceAll(/\?= +=\?/gu, "?==?")
    .replaceAll(/=\?UTF-8\?([QB])\?([^?]*)\?=/gu, (_, form: string, part: string) =>
      form === "B" ? Buffer.from(part, "base64").toString("latin1") : unquoted(part.replaceAll("_", " "))
    )
    .replace(/^[\s\S]*$/u, (all) => (/[^\0-\xFF]/u.test(all) ? all : Buffer.from(all, "latin1").toString("utf8")))

type Read = ReturnType<typeof readOf>

/** Links and addresses as mail programs find them, with dots and signs of full width read as they read them. */
const linksIn = (part: string) => {
  const forms = [part, part.replaceAll(/[．。｡․]/gu, ".").replaceAll(/[＠﹫]/gu, "@"), part.normalize("NFKC")]
  return forms.flatMap((form) => [
    ...find(form).map(({ value }) => value),
    ...(form.match(/[a-z][a-z0-9+.-]*:\/\/\S|\bwww\.\S|\bmailto:\S|\\\\[^\s\\]/giu) ?? [])
  ])
}

const UNSEEN = /(?![\n\u2066\u2068\u2069])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u3164\u2800\u115F\uFFA0]/u

const PURPOSES = [
  [undefined, "Your code to sign in to "],
  ["CONFIRM_ADDRESS", "Your code to confirm this address for your "],
  ["RECOVER_ACCOUNT", "Your code to recover your "]
] as const

/** Where the characters of each code are on the page: the faults of codes that are not read in their order. */
const faultsOnPage = (page: Page, mails: ReadonlyArray<{ readonly body: string; readonly code: string }>) =>
  page.evaluate((all) => {
    document.body.replaceChildren()
    const shown = all.flatMap(({ body, code }) =>
      ["ltr", "auto"].map((dir) => {
        const pre = document.createElement("pre")
        pre.dir = dir
        pre.style.unicodeBidi = dir === "auto" ? "plaintext" : "isolate"
        pre.textContent = body
        document.body.append(pre)
        return { pre, body, code }
      })
    )
    return shown.flatMap(({ body, code, pre }) => {
      const node = pre.firstChild
      const starts: Array<number> = []
      for (let at = body.indexOf(code); at >= 0; at = body.indexOf(code, at + 1)) starts.push(at)
      const inOrder = starts.filter((start) => {
        const rects = Array.from(code, (_, at) => {
          const range = document.createRange()
          if (node === null) throw new Error("the mail has no text")
          range.setStart(node, start + at)
          range.setEnd(node, start + at + 1)
          return range.getBoundingClientRect()
        })
        return rects.every(({ left, top }, at) => {
          const before = rects[at - 1]
          return before === undefined || (left >= before.right - 0.01 && top === before.top)
        })
      })
      const first = document.createRange()
      if (node === null) throw new Error("the mail has no text")
      first.setStart(node, starts[0] ?? 0)
      first.setEnd(node, (starts[0] ?? 0) + 1)
      // The code is on its own line, to the right of nothing but the margin.
      const isAlone = (body.split("\n")[2] ?? "").trim() === code
      return starts.length > 0 && inOrder.length === starts.length && isAlone ? [] : [body]
    })
  }, mails)

describe("I24: 100,000 random texts at each entry", () => {
  const chromium = browser()

  it("GA6, GA7, GA22: none is a link, an address, a reordered code or a sentence before ours in a mail", {
    timeout: 7_200_000
  }, async () => {
    const server = await mailServer()
    const mailer = mailerTo(server.port, { connections: 10 })
    const labelled = mailerTo(server.port, {
      connections: 10,
      texts: {
        notice: ({ platformId }) => ({
          subject: "A passkey was added",
          text: `${labelInMail(platformId)} was added.\n`
        })
      }
    })
    const page = await chromium().newPage()
    const figures = { mails: 0, characters: 0, branded: 0, replies: 0 }
    const samples = fc.sample(hostile, { numRuns: TEXTS, seed })
    for (let from = 0; from < TEXTS; from += AT_ONCE) {
      const batch = samples.slice(from, from + AT_ONCE)
      server.letters.length = 0
      await Promise.all(
        batch.flatMap(({ code, label, subject, words: inner, ...branding }, nth) => {
          const [purpose] = PURPOSES[nth % 3] ?? PURPOSES[0]
          const id = String(nth)
          const template = { subject, text: inner }
          const mail = { ...codeMail, id: `code ${id}`, branding, code, ...(purpose === undefined ? {} : { purpose }) }
          const notice = { ...codeMail, branding, at: new Date(NOW).toISOString(), platformId: label }
          const added = { kind: "CREDENTIAL_ADDED", credentialType: "PASSKEY" } as const
          return [
            mailer.sendCode(mail),
            mailer.sendCode({ ...mail, id: `template ${id}`, template }),
            mailer.sendNotice({ ...notice, id: `notice ${id}`, notice: added, template }),
            labelled.sendNotice({ ...notice, id: `label ${id}`, notice: added })
          ]
        })
      )
      const byId = new Map(server.letters.map(({ raw }) => [new Map(headerOf(raw)).get("Message-ID"), readOf(raw)]))
      const faults: Array<unknown> = []
      const onPage: Array<{ body: string; code: string }> = []
      for (const [nth, sample] of batch.entries()) {
        const [, sentence] = PURPOSES[nth % 3] ?? PURPOSES[0]
        const own = spaced(sample.code)
        const [plain, template, notice, label] = ["code", "template", "notice", "label"].map((kind) =>
          byId.get(messageId(`${kind} ${nth}`))
        )
        if (plain === undefined || template === undefined || notice === undefined || label === undefined) {
          throw new Error("a mail is missing")
        }
        for (const mail of [plain, template]) {
          if (!isLed(mail, sentence, own)) faults.push({ sample, mail, fault: "the first lines are not ours" })
          onPage.push({ body: mail.body, code: own })
        }
        const [, named = ""] = /^A passkey was added to your (.*) account\.\n/u.exec(notice.body) ?? []
        if (!isName(named)) faults.push({ sample, mail: notice, fault: "the notice is not first" })
        for (const mail of [plain, template, notice, label]) faults.push(...faultsOf(mail, sample))
        figures.mails += 4
        figures.characters += plain.body.length + template.body.length + notice.body.length + label.body.length
        if (!plain.from.startsWith("Acme <")) figures.branded += 1
        if (plain.replyTo !== undefined) figures.replies += 1
      }
      expect(faults).toEqual([])
      expect(await faultsOnPage(page, onPage)).toEqual([])
    }
    await page.close()
    figure(`I24: ${TEXTS} texts at each of 7 entries, seed ${seed}: ${JSON.stringify(figures)}`)
    expect([figures.mails, figures.branded > 0, figures.replies > 0]).toEqual([TEXTS * 4, true, true])
  })
})

/** RFC 5322 section 3.6.4, as the mailer makes it. */
const messageId = (id: string) =>
  `<${createHash("sha256").update(`countersign mail ${id}`, "utf8").digest("hex").slice(0, 32)}@acme.example>`

/** The fixed sentence with a name of at most 40 characters, an empty line, and the code alone on its line. */
const isLed = ({ body }: Read, sentence: string, code: string) => {
  const [first = "", empty, line] = body.split("\n")
  const name = first.slice(sentence.length).replace(/(?: account)?:$/u, "")
  return first.startsWith(sentence) && empty === "" && line === `    ${code}` && isName(name)
}

/** A name that ends no sentence of ours. */
const isName = (text: string): boolean => {
  const name = text.replaceAll(/[\u2068\u2069]/gu, "")
  return name !== "" && [...name].length <= 40 && /^(?:\p{L}{1,2}\. )*[^.?!]*[.!]?$/u.test(name)
}

const faultsOf = (mail: Read, sample: object): ReadonlyArray<unknown> => {
  const { body, from, names, replyTo, subject } = mail
  const faults = [
    [...linksIn(body), ...linksIn(subject), ...linksIn(from.replace(/ ?<login@acme\.example>$/u, ""))].join(" | "),
    UNSEEN.test(body) ? "a hidden character in the text" : "",
    UNSEEN.test(subject + from) ? "a hidden character in a header" : "",
    body.includes("\n\n\n") ? "three line breaks" : "",
    from.endsWith("<login@acme.example>") ? "" : "another sender",
    replyTo === undefined || /^[^@]+@acme\.example$/u.test(replyTo) ? "" : "another address",
    names.some((name) => /^(?:bcc|cc)$/iu.test(name)) || names.length > 10 ? "another header" : ""
  ].filter((fault) => fault !== "")
  return faults.length === 0 ? [] : [{ faults, mail, sample }]
}
