import { certificate } from "@countersign/harness/smtp/certificate"
import { atTheEnd, codeMail, mailServer, oddServer, wire } from "@countersign/harness/smtp/mailServer"
import { describe, expect, it } from "vitest"
import { type SmtpOptions, smtpMailer } from "../src/index.ts"

const { cert, key } = certificate()
const other = certificate()

/** A mailer in its usual configuration: TLS in either mode, and no certificate option except `ca`. */
const mailer = (url: string, options: Partial<SmtpOptions> = {}) => {
  const made = smtpMailer({
    url,
    from: "login@acme.example",
    timeouts: { connection: 20_000, greeting: 20_000, socket: 20_000, mail: 20_000 },
    ...options
  } as SmtpOptions)
  atTheEnd(made.close)
  return made
}

describe("TLS", () => {
  it.each(["smtps", "smtp"])("encrypts the mail and the password to %s", async (scheme) => {
    const seen: Array<unknown> = []
    const server = await mailServer({
      hideSTARTTLS: false,
      secure: scheme === "smtps",
      key,
      cert,
      authOptional: false,
      onAuth: ({ password, username }, _, done) => {
        seen.push([username, password])
        done(null, { user: username })
      }
    })
    const received = await wire(server.port)
    await mailer(`${scheme}://acme:hunter2@127.0.0.1:${received.port}`, { ca: cert }).sendCode(codeMail)
    expect([seen, server.letters.length]).toEqual([[["acme", "hunter2"]], 1])
    expect(received.transcript).not.toMatch(/AUTH|MAIL|RCPT|ada@|493|aHVudGVyM/u)
  })

  it("is required: without STARTTLS nothing else is sent", async () => {
    const server = await mailServer({ hideSTARTTLS: true, disabledCommands: ["STARTTLS"], allowInsecureAuth: true })
    const received = await wire(server.port)
    const sent = mailer(`smtp://acme:hunter2@127.0.0.1:${received.port}`).sendCode(codeMail)
    await expect(sent).rejects.toMatchObject({ code: "ETLS", step: "STARTTLS" })
    expect(received.transcript.replace(/EHLO .*\r\n/u, "")).toMatch(/^(STARTTLS\r\n)?(QUIT\r\n)?$/u)
    expect(server.letters).toEqual([])
  })

  it("fails with a server that answers in plaintext", async () => {
    const { port } = await oddServer((socket) => void socket.write("220 mail.test ESMTP\r\n"))
    await expect(mailer(`smtps://acme:hunter2@127.0.0.1:${port}`).sendCode(codeMail)).rejects.toMatchObject({
      step: "CONN"
    })
  })

  it.each(["smtps", "smtp"])(
    "fails when the certificate of %s is invalid: no password and no mail is sent",
    async (scheme) => {
      const server = await mailServer({ hideSTARTTLS: false, secure: scheme === "smtps", key, cert })
      const url = `${scheme}://acme:hunter2@127.0.0.1:${server.port}`
      for (const options of [{}, { ca: other.cert }]) {
        await expect(mailer(url, options).sendCode(codeMail)).rejects.toMatchObject({
          code: "DEPTH_ZERO_SELF_SIGNED_CERT"
        })
      }
      expect(server.letters).toEqual([])
    }
  )

  it("fails when the certificate belongs to another host", async () => {
    const another = certificate("mail.test", [127, 0, 0, 9])
    const server = await mailServer({ secure: true, ...another })
    const sent = mailer(`smtps://127.0.0.1:${server.port}`, { ca: another.cert }).sendCode(codeMail)
    await expect(sent).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" })
    expect(server.letters).toEqual([])
  })

  it("checks certificates although the process environment disables it", async () => {
    const server = await mailServer({ secure: true, key, cert })
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0"
    try {
      const sent = mailer(`smtps://127.0.0.1:${server.port}`).sendCode(codeMail)
      await expect(sent).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" })
    } finally {
      delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    }
    expect(server.letters).toEqual([])
  })
})
