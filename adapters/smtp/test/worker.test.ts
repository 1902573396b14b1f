import { limit } from "@countersign/harness/rounds"
import {
  DEAD_PORT,
  headerOf,
  mailServer,
  oddServer,
  type Received,
  type Tear,
  wire
} from "@countersign/harness/smtp/mailServer"
import { codeIn, serviceOn } from "@countersign/harness/smtp/service"
import { describe, expect, it } from "vitest"

/** For a server that hangs. Long enough that a busy machine does not trigger it. */
const quick = { connection: 2000, greeting: 1500, socket: 1500, mail: 2000 }

const idOf = ({ raw }: Received) => Object.fromEntries(headerOf(raw))["Message-ID"]

describe("O15: the worker, while a mail server", () => {
  it("is down, does not delay challenges, and sends only the newest code once it is back", async () => {
    const server = await mailServer()
    await server.down()
    const { challenge, credential, opens, pass, rounds, until } = serviceOn(server.port)
    const credentialId = await credential()
    const first = await challenge(credentialId)
    await rounds()
    pass(1000)
    const second = await challenge(credentialId)
    await rounds()
    expect([first.status, second.status]).toEqual([200, 200])
    await server.up()
    await until(() => server.letters.length).toBe(1)
    pass(10_000)
    await rounds()
    expect(server.letters).toHaveLength(1)
    const code = codeIn(server.letters[0]!)
    expect(await opens(credentialId, first.bundle, code)).toBe(false)
    expect(await opens(credentialId, second.bundle, code)).toBe(true)
  })

  const before = (by: Tear["by"], at: RegExp): Tear => ({ by, at })
  const tears: ReadonlyArray<readonly [string, Tear]> = [
    ["before it greets", before("server", /^220 /u)],
    ["at EHLO", before("client", /^EHLO /u)],
    ["instead of a reply to EHLO", before("server", /^250-/u)],
    ["at MAIL", before("client", /^MAIL /u)],
    ["at RCPT", before("client", /^RCPT /u)],
    ["instead of a reply to RCPT", before("server", /^250 Accepted/u)],
    ["at DATA", before("client", /^DATA/u)],
    ["instead of a reply to DATA", before("server", /^354 /u)],
    ["before a byte of the mail", before("client", /^Auto-Submitted/u)],
    ["in the mail", { by: "client", at: /^Auto-Submitted/u, passing: (text) => text.slice(0, text.length / 2) }]
  ]
  it("closes the connection at any point before it has the mail, retries, and the mail arrives exactly once", async () => {
    const tried = await Promise.all(
      tears.map(async ([where, tear]) => {
        const server = await mailServer({ hidePIPELINING: true })
        const torn = await wire(server.port)
        // Twice, because one lost connection may be replaced before the worker sees the failure.
        torn.tearing(tear, 2)
        const { challenge, credential, opens, pass, rounds, until } = serviceOn(torn.port)
        const credentialId = await credential()
        const { bundle } = await challenge(credentialId)
        await until(() => server.letters.length).toBe(1)
        pass(10_000)
        await rounds()
        const [letter, ...more] = server.letters
        return [where, torn.torn, letter?.to, more, await opens(credentialId, bundle, codeIn(letter!))]
      })
    )
    expect(tried).toEqual(tears.map(([where]) => [where, 2, ["ada@example.com"], [], true]))
  })

  it("closes the connection after it accepted the mail, sends it again, and the Message-ID identifies the duplicate", async () => {
    const server = await mailServer({ hidePIPELINING: true })
    const torn = await wire(server.port)
    torn.tearing({ by: "server", at: /^250 OK: message/u })
    const { challenge, credential, pass, rounds, until } = serviceOn(torn.port)
    await challenge(await credential())
    await until(() => server.letters.length).toBe(2)
    pass(10_000)
    await rounds()
    const [one, other] = server.letters
    expect([torn.torn, server.letters.length]).toEqual([1, 2])
    expect([idOf(other!), codeIn(other!)]).toEqual([idOf(one!), codeIn(one!)])
  })

  it("rejects the first attempts, as with greylisting, backs off exponentially, and the mail arrives once", async () => {
    let requested = 0
    const server = await mailServer({
      onRcptTo: (_, __, done) => {
        requested += 1
        done(requested > 3 ? null : Object.assign(new Error("4.7.1 try later"), { responseCode: 451 }))
      }
    })
    const { at, challenge, credential, pass, rounds, until } = serviceOn(server.port)
    await challenge(await credential())
    await expect.poll(() => requested).toBe(1)
    await rounds()
    expect(requested).toBe(1)
    const started = at()
    await until(() => server.letters.length).toBe(1)
    // 1, 2 and 4 seconds.
    expect([requested, at() - started >= 6000]).toEqual([4, true])
    pass(60_000)
    await rounds()
    expect(server.letters).toHaveLength(1)
  })

  it("rejects permanently, retries until the code expires, and no longer", async () => {
    let requested = 0
    const server = await mailServer({
      onRcptTo: (_, __, done) => {
        requested += 1
        done(Object.assign(new Error("5.1.1 no such mailbox"), { responseCode: 550 }))
      }
    })
    const { challenge, credential, pass, rounds, until } = serviceOn(server.port)
    await challenge(await credential())
    await until(() => requested >= 3).toBe(true)
    pass(300_000)
    await rounds()
    const last = requested
    pass(300_000)
    await rounds()
    expect([requested, server.letters]).toEqual([last, []])
  })

  it("sends no greeting, sends the waiting mails once it does", async () => {
    let isDeaf = true
    const server = await mailServer({ onConnect: (_, done) => void (isDeaf || done()) })
    const { challenge, credential, rounds, until } = serviceOn(server.port, quick)
    expect((await challenge(await credential())).status).toBe(200)
    await rounds()
    isDeaf = false
    await until(() => server.letters.length).toBe(1)
  })

  it("hangs after every mail, sends the waiting mails once it replies, and no code to another address", async () => {
    const server = await mailServer()
    server.isStuck = true
    const { challenge, credential, opens, rounds, until } = serviceOn(server.port, quick)
    const waiting = []
    for (let at = 0; at < 12; at += 1) {
      const email = `user${at}@example.com`
      const credentialId = await credential(email)
      waiting.push({ email, credentialId, ...(await challenge(credentialId)) })
    }
    await rounds()
    server.isStuck = false
    // On a busy machine a mail may be read and its reply come too late. The Message-ID identifies the duplicate.
    await until(() => new Set(server.letters.map(idOf)).size).toBe(waiting.length)
    for (const { bundle, credentialId, email } of waiting) {
      const letters = server.letters.filter(({ to }) => to.includes(email))
      expect([new Set(letters.map(idOf)).size, ...letters.map(({ to }) => to)]).toEqual([
        1,
        ...letters.map(() => [email])
      ])
      const [letter] = letters
      expect(await opens(credentialId, bundle, codeIn(letter!))).toBe(true)
    }
  })
})

describe("O10: a challenge", () => {
  it("has the same response, without delay, whether the mail server is up, down or unresponsive", async () => {
    const up = await mailServer()
    const deaf = await oddServer(() => {})
    const answers = []
    for (const port of [up.port, DEAD_PORT, deaf.port]) {
      const { challenge, credential, rounds } = serviceOn(port)
      const credentialId = await credential()
      for (let time = 0; time < 3; time += 1) {
        const started = performance.now()
        const { bundle, status } = await challenge(credentialId)
        expect(performance.now() - started).toBeLessThan(limit(10_000))
        answers.push([status, bundle.length > 0])
        await rounds()
      }
    }
    expect(answers).toEqual(Array(9).fill([200, true]))
  })
})
