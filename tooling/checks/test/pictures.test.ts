import { describe, expect, it } from "vitest"
import { handshakePicture, signedRetryPicture } from "../src/pictures/exchanges.ts"
import { machinePictures } from "../src/pictures/machines.ts"
import { APP, recordedExchanges, SERVICE, STORE } from "../src/pictures/recorded.ts"
import { sequenceDiagram } from "../src/pictures/sequenceDiagram.ts"

const exchanges = await recordedExchanges()

describe("the exchanges that are drawn", () => {
  it("took place: two calls with the same fields, the second with a stamp, and one commit that spends the request", () => {
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

  it("I7: hand the app no private key, and the store a session with the commit that spends the code", () => {
    const answers = exchanges.handshake.filter(({ from, isReply }) => from === SERVICE && isReply)
    expect(answers.flatMap(({ lines }) => lines.join(", ").split(", "))).not.toContain("encryptedSessionSigningKey")
    const last = exchanges.handshake.filter(({ to }) => to === STORE).at(-1)
    expect(last?.lines).toEqual(
      expect.arrayContaining(["insert sessions", "replace signed_requests", "replace email_otps"])
    )
  })

  it("hold no value: no id, no code, no key", () => {
    const pictures = handshakePicture(exchanges.handshake) + signedRetryPicture(exchanges.signedRetry)
    expect(pictures).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|\d{6}|ada@/u)
  })

  it("are drawn again by the same bytes", async () => {
    const again = await recordedExchanges()
    expect(handshakePicture(again.handshake)).toBe(handshakePicture(exchanges.handshake))
    expect(signedRetryPicture(again.signedRetry)).toBe(signedRetryPicture(exchanges.signedRetry))
  })
})

describe("a picture", () => {
  const machine = {
    name: "EmailOtp",
    begins: ["Idle"],
    states: ["Idle", "Locked"],
    edges: [
      { from: "Idle", on: "Failed", to: "Idle" },
      { from: "Idle", on: "A<B", to: "Locked" }
    ]
  }
  const [picture = ""] = machinePictures({ machines: [machine] }).values()

  it("tells a screen reader its title, and each step in words", () => {
    expect(picture).toContain('role="img" aria-labelledby="title description"')
    expect(picture).toContain('<title id="title">State machine EmailOtp</title>')
    expect(picture).toContain("Idle becomes Idle by Failed. Idle becomes Locked by A&lt;B.")
  })

  it("has a box a state, an arrow a pair of states, and final states apart", () => {
    expect(picture.match(/class="box"/gu)).toHaveLength(1)
    expect(picture.match(/class="end"/gu)).toHaveLength(1)
    expect(picture.match(/marker-end/gu)).toHaveLength(3)
  })

  it("turns dark with the screen, on a ground of its own", () => {
    expect(picture).toContain("@media(prefers-color-scheme:dark)")
    expect(picture).toContain('<rect class="ground"')
  })

  it.each([{}, { machines: [{ name: "Session" }] }])("is not drawn of %o", (core) => {
    expect(() => machinePictures(core)).toThrow()
  })

  it("is not drawn with notes that were written for another exchange", () => {
    const sequence = { title: "T", lanes: [APP, SERVICE], messages: exchanges.signedRetry, length: 2, notes: [] }
    expect(() => sequenceDiagram(sequence)).toThrow("T has 6 messages now: see to its notes")
  })
})
