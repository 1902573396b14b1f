import { inspect } from "node:util"
import { limit } from "@countersign/harness/rounds"
import { codeMail, DEAD_PORT, mailerTo, mailServer, oddServer } from "@countersign/harness/smtp/mailServer"
import { describe, expect, it } from "vitest"
import { SmtpFault } from "../src/index.ts"

/** A timeout that never elapses in a test, even on a busy machine, unless the test replaces it (FS28). */
const patient = { connection: 20_000, greeting: 20_000, socket: 20_000, mail: 20_000 }

/** The fault of one attempt, and its duration. */
const attempt = async (port: number, options: Parameters<typeof mailerTo>[1] = {}) => {
  const started = performance.now()
  const reported: Array<SmtpFault> = []
  const mailer = mailerTo(port, { timeouts: patient, report: (fault) => void reported.push(fault), ...options })
  const fault: unknown = await mailer.sendCode(codeMail).catch((error: unknown) => error)
  if (!(fault instanceof SmtpFault)) throw new Error("the mail was accepted")
  expect(reported).toEqual([fault])
  return { fault, took: performance.now() - started }
}

const answering = (statuses: Readonly<Record<string, Error & { responseCode?: number }>>) => ({
  onMailFrom: (_: unknown, __: unknown, done: (error?: Error) => void) => done(statuses.mail),
  onRcptTo: (_: unknown, __: unknown, done: (error?: Error) => void) => done(statuses.rcpt)
})
const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

describe("a server that does not accept a mail", () => {
  it("is down: the attempt fails at once", async () => {
    const { fault, took } = await attempt(DEAD_PORT)
    expect([fault.code, fault.step, took < limit(5000)]).toEqual(["ECONNREFUSED", "CONN", true])
  })

  it.each(["connection", "greeting", "mail"])(
    "sends no greeting: the attempt fails after the timeout for a %s",
    async (name) => {
      const { port } = await oddServer(() => {})
      const { fault, took } = await attempt(port, { timeouts: { ...patient, [name]: 150 } })
      expect([fault.code, took >= 140, took < limit(8000)]).toEqual([
        name === "mail" ? "EABORT" : "ETIMEDOUT",
        true,
        true
      ])
    }
  )

  it("hangs after the greeting: the attempt fails after the timeout for a byte", async () => {
    const { port } = await oddServer((socket) => void socket.write("220 mail.test ESMTP\r\n"))
    const { fault, took } = await attempt(port, { timeouts: { ...patient, socket: 200 } })
    expect([fault.code, took >= 190, took < limit(8000)]).toEqual(["ETIMEDOUT", true, true])
  })

  it("sends a byte now and then without end: the attempt fails after the timeout for a mail", async () => {
    const { port } = await oddServer((socket) => {
      socket.write("220 mail.test ESMTP\r\n")
      const trickle = setInterval(() => socket.write("250-more\r\n"), 20)
      socket.on("close", () => clearInterval(trickle))
    })
    const { fault, took } = await attempt(port, { timeouts: { ...patient, mail: 400 } })
    expect([fault.code, took >= 390, took < limit(8000)]).toEqual(["EABORT", true, true])
  })

  it("hangs after DATA: the attempt fails after the timeout for a byte", async () => {
    const server = await mailServer()
    server.isStuck = true
    const { fault, took } = await attempt(server.port, { timeouts: { ...patient, socket: 200 } })
    expect([fault.code, took >= 190, took < limit(8000)]).toEqual(["ETIMEDOUT", true, true])
  })

  it("is not a mail server", async () => {
    const { port } = await oddServer((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))
    expect((await attempt(port)).fault.code).toBe("EPROTOCOL")
  })

  it.each([
    [451, "4.7.1 greylisted", "mail", "MAIL FROM"],
    [450, "4.2.1 try later", "rcpt", "RCPT TO"],
    [550, "5.1.1 no such mailbox", "rcpt", "RCPT TO"],
    [552, "5.2.2 full", "rcpt", "RCPT TO"]
  ])("answers %d %s: the fault contains the status and the command", async (status, text, where, step) => {
    const server = await mailServer(answering({ [where]: answer(status, text) }))
    const { fault } = await attempt(server.port)
    expect(fault).toMatchObject({ code: "EENVELOPE", step, status, enhanced: text.slice(0, 5) })
    expect(fault.message).toBe(`The mail was not accepted: EENVELOPE at ${step} answered ${status} ${text.slice(0, 5)}`)
  })

  it("rejects the password", async () => {
    const server = await mailServer({ allowInsecureAuth: true, onAuth: (_, __, done) => done(answer(535, "hunter2?")) })
    const { fault } = await attempt(server.port, { auth: { user: "acme", pass: "hunter2" } })
    expect([fault.code, fault.step, fault.status]).toEqual(["EAUTH", "AUTH PLAIN", 535])
    expect(inspect(fault)).not.toContain("hunter2")
  })

  it("does not support authentication: the mail is not sent without it", async () => {
    const server = await mailServer({ disabledCommands: ["AUTH"] })
    const { fault } = await attempt(server.port, { auth: { user: "acme", pass: "hunter2" } })
    expect([fault.code, server.letters]).toEqual(["EAUTH", []])
  })
})

describe("I8: a fault", () => {
  it("repeats nothing a server sends: no address, no code, no credentials", async () => {
    const text = `ada@example.com 493027 493 027 hunter2 login@acme.example`
    for (const [where, status] of [
      ["mail", 451],
      ["rcpt", 550]
    ] as const) {
      const server = await mailServer(answering({ [where]: answer(status, text) }))
      const { fault } = await attempt(server.port)
      const seen = [inspect(fault, { depth: 20, showHidden: true }), String(fault), JSON.stringify(fault), fault.stack]
      expect(seen.join("\n")).not.toMatch(/ada@|493.?027|hunter2|login@/u)
    }
  })

  it.each(["5.493.027", "5.1.493027", "5.1.493"])(
    "does not read a mailed code as an enhanced status: %s",
    async (text) => {
      const server = await mailServer(answering({ rcpt: answer(550, text) }))
      expect((await attempt(server.port)).fault.enhanced).toBeUndefined()
    }
  )

  it("repeats nothing of an exception of the host's texts", async () => {
    const server = await mailServer()
    const { fault } = await attempt(server.port, {
      texts: {
        code: ({ code }) => {
          throw new Error(`no words for ${code}`)
        }
      }
    })
    expect([fault.code, /493/u.test(inspect(fault)), server.letters]).toEqual(["ETEXTS", false, []])
  })
})

it("an interrupted mail is not sent", async () => {
  const server = await mailServer()
  const aborted = mailerTo(server.port).sendCode(codeMail, AbortSignal.abort())
  await expect(aborted).rejects.toMatchObject({ code: "EABORT" })
  expect(server.letters).toEqual([])
})

it("a closed mailer sends nothing", async () => {
  const server = await mailServer()
  const mailer = mailerTo(server.port)
  await mailer.sendCode(codeMail)
  mailer.close()
  await expect(mailer.sendCode(codeMail)).rejects.toBeInstanceOf(SmtpFault)
  expect(server.letters).toHaveLength(1)
})
