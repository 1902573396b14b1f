import { describe, expect, it } from "vitest"
import { conceptsPage } from "../src/docs/machines.ts"
import { handshakePicture, signedRetryPicture } from "../src/pictures/exchanges.ts"
import { sequenceDiagram } from "../src/pictures/mermaid.ts"
import { APP, recordedExchanges, SERVICE, STORE } from "../src/pictures/recorded.ts"

const exchanges = await recordedExchanges()

describe("the recorded exchanges", () => {
  it("consist of two calls with the same fields, the second with a stamp, and one commit that consumes the request", () => {
    const calls = exchanges.signedRetry.filter(({ from, isReply }) => from === APP && !isReply)
    expect(calls.map(({ lines }) => lines)).toEqual([
      ["PATCH /internal-accounts/{id}", "privateEnabled"],
      ["PATCH /internal-accounts/{id}", "Request-Id", "Service-Wallet-Signature", "privateEnabled"]
    ])
    const commits = exchanges.signedRetry.filter(({ to }) => to === STORE)
    expect(commits.map(({ lines }) => lines)).toEqual([
      ["one commit", "insert signed_requests"],
      [
        "one commit",
        "replace signed_requests",
        "replace internal_accounts",
        "insert privacy_orders",
        "insert receipts",
        "replace receipt_heads"
      ]
    ])
  })

  it("I7: give the app no private key, and store the session in the commit that consumes its request", () => {
    const answers = exchanges.handshake.filter(({ from, isReply }) => from === SERVICE && isReply)
    expect(answers.flatMap(({ lines }) => lines.join(", ").split(", "))).not.toContain("encryptedSessionSigningKey")
    const last = exchanges.handshake.filter(({ to }) => to === STORE).at(-1)
    expect(last?.lines).toEqual(expect.arrayContaining(["insert sessions", "replace signed_requests"]))
  })

  it("contain no ids, codes or keys", () => {
    const pictures = handshakePicture(exchanges.handshake) + signedRetryPicture(exchanges.signedRetry)
    expect(pictures).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|\d{6}|ada@/u)
  })

  it("produce the same bytes each time", async () => {
    const repeated = await recordedExchanges()
    expect(handshakePicture(repeated.handshake)).toBe(handshakePicture(exchanges.handshake))
    expect(signedRetryPicture(repeated.signedRetry)).toBe(signedRetryPicture(exchanges.signedRetry))
  })
})

describe("a sequence diagram", () => {
  const message = { from: APP, to: SERVICE, isReply: false, lines: ["PATCH /a", "b;c"] }
  const messages = [message, { ...message, isReply: true }]
  const sequence = { title: "T", lanes: [APP, SERVICE], messages, notes: [[0, APP, "x < 1", "#2"] as const] }

  it("is Mermaid text with parties, notes before their message and dashed replies, and escapes Mermaid syntax", () => {
    expect(sequenceDiagram({ ...sequence, length: 2 }).split("\n")).toEqual([
      "sequenceDiagram",
      "  accTitle: T",
      "  participant App as App (client)",
      "  participant Countersign as Countersign",
      "  note over App: x #lt; 1<br/>#35;2",
      "  App->>Countersign: PATCH /a<br/>b#59;c",
      "  App-->>Countersign: PATCH /a<br/>b#59;c"
    ])
  })

  it("is rejected when its notes were written for an exchange of another length", () => {
    expect(() => sequenceDiagram({ ...sequence, length: 3 })).toThrow("T has 2 messages now: update its notes")
  })
})

describe("the page of concepts", () => {
  const block = (name: string) =>
    `<!-- Written by \`npm run docs\`: ${name}. -->\nold\n<!-- The end of what is written. -->\n`
  const core = { machines: [{ name: "Session", mermaid: "stateDiagram-v2", table: "" }] }
  const exchanges = new Map([["handshake", "sequenceDiagram"]])

  it("has each diagram in its block, and unchanged text around the blocks", () => {
    const page = conceptsPage(`${block("session")}between\n${block("handshake")}`, core, exchanges)
    expect(page).toMatch(
      /stateDiagram-v2\n```\n\n<!-- The end.*\nbetween\n.*handshake\. -->\n\n```mermaid\nsequenceDiagram/u
    )
    expect(page).not.toContain("old")
  })

  it("is rejected without a block or without the machine", () => {
    expect(() => conceptsPage(block("session"), core, exchanges)).toThrow(
      "has no block <!-- Written by `npm run docs`: handshake"
    )
    expect(() => conceptsPage(block("session"), { machines: [] }, new Map())).toThrow("no machine named Session")
  })
})
