import { bodyOf, codeMail, headerOf, mailerTo, mailServer, wire } from "@countersign/harness/smtp/mailServer"
import { expect, it } from "vitest"

const mailTo = (at: number) => ({
  ...codeMail,
  id: `0197-${at}`,
  to: `user${at}@example.com`,
  code: String(100_000 + at * 7919)
})
const spaced = (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`

it("50 concurrent mails use five connections, each with its own address and code", async () => {
  const server = await mailServer()
  const incoming = await wire(server.port)
  const mailer = mailerTo(incoming.port)
  const mails = Array.from({ length: 50 }, (_, at) => mailTo(at))
  await Promise.all(mails.map((mail) => mailer.sendCode(mail)))
  expect(server.letters).toHaveLength(50)
  expect(incoming.connections).toBeLessThanOrEqual(5)
  for (const { code, to } of mails) {
    const received = server.letters.filter((letter) => letter.to.includes(to))
    expect(received.map((letter) => letter.to)).toEqual([[to]])
    expect(Object.fromEntries(headerOf(received[0]!.raw)).To).toBe(to)
    const codes = mails.filter((mail) => bodyOf(received[0]!.raw).includes(spaced(mail.code)))
    expect(codes.map((mail) => mail.code)).toEqual([code])
  }
  expect(new Set(server.letters.map(({ raw }) => Object.fromEntries(headerOf(raw))["Message-ID"])).size).toBe(50)
})

it("a rejected mail leaves its connection usable", async () => {
  const server = await mailServer({
    onRcptTo: ({ address }, _, done) => done(address.startsWith("user3@") ? new Error("no such mailbox") : null)
  })
  const incoming = await wire(server.port)
  const mailer = mailerTo(incoming.port, { connections: 1 })
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((at) => mailer.sendCode(mailTo(at))))
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"])
  expect([server.letters.length, incoming.connections]).toEqual([4, 1])
})

it("a connection that the server closed while idle is replaced without an error", async () => {
  const server = await mailServer()
  const mailer = mailerTo(server.port)
  await mailer.sendCode(mailTo(1))
  await server.down()
  await server.up()
  await mailer.sendCode(mailTo(2))
  expect(server.letters.map(({ to }) => to)).toEqual([["user1@example.com"], ["user2@example.com"]])
})

it("a connection that is found closed at its next mail is replaced as well", async () => {
  const server = await mailServer({ hidePIPELINING: true })
  const incoming = await wire(server.port)
  const mailer = mailerTo(incoming.port)
  await mailer.sendCode(mailTo(1))
  incoming.tearing({ by: "client", at: /^MAIL /u })
  await mailer.sendCode(mailTo(2))
  expect(server.letters.map(({ to }) => to)).toEqual([["user1@example.com"], ["user2@example.com"]])
  expect([incoming.torn, incoming.connections]).toEqual([1, 2])
})
