import { MailError, Mailer } from "@countersign/core"
import { bodyOf, codeMail, DEAD_PORT, headerOf, mailServer, NOW, wire } from "@countersign/harness/smtp/mailServer"
import { expect, it } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { SmtpFault, smtpMailerLayer } from "../src/index.ts"

const mail = {
  ...codeMail,
  code: Redacted.make(codeMail.code),
  branding: { replyToEmailAddress: "help@shop.example" },
  environment: { platformId: "alpha", mode: "production" as const },
  expiresAt: NOW + 120_000
}

const mailerOf = (port: number) =>
  Effect.map(
    Layer.build(
      smtpMailerLayer({
        host: "127.0.0.1",
        port,
        secure: false,
        plaintext: true,
        from: "Acme <login@acme.example>",
        domains: ["shop.example"]
      })
    ),
    (context) => Context.get(context, Mailer)
  )

const given = Effect.gen(function* () {
  const server = yield* Effect.promise(() => mailServer())
  const received = yield* Effect.promise(() => wire(server.port))
  return { server, heard: received }
})

const eventually = (what: () => unknown) => Effect.promise(() => expect.poll(what).toBe(true))

it.effect("the layer uses the clock of its program, and closes its connections with its scope", () =>
  Effect.gen(function* () {
    const { heard: received, server } = yield* given
    yield* TestClock.setTime(NOW)
    yield* Effect.scoped(
      Effect.gen(function* () {
        const mailer = yield* mailerOf(received.port)
        yield* mailer.sendCode(mail)
        yield* mailer.sendNotice({ ...mail, notice: { kind: "EMAIL_CHANGED", recipient: "OLD" }, at: NOW })
        expect(received.open).toBe(1)
      })
    )
    const [code, notice] = server.letters
    expect(bodyOf(code!.raw)).toContain("for about 2 minutes.")
    const header = Object.fromEntries(headerOf(notice!.raw))
    expect(header).toMatchObject({
      Subject: "Your Acme codes go to another address now",
      "Reply-To": "help@shop.example"
    })
    yield* eventually(() => received.open === 0)
  })
)

it.effect("the layer fails with a MailError whose cause is a fault", () =>
  Effect.gen(function* () {
    const mailer = yield* mailerOf(DEAD_PORT)
    const error = yield* Effect.flip(mailer.sendCode(mail))
    expect([error instanceof MailError, error.cause instanceof SmtpFault]).toEqual([true, true])
    const late = yield* Effect.flip(mailer.sendCode({ ...mail, expiresAt: Number.NaN }))
    expect(late).toBeInstanceOf(MailError)
  })
)

it.effect("an interrupted worker closes the connection to the server", () =>
  Effect.gen(function* () {
    const { heard: received, server } = yield* given
    server.isStuck = true
    const mailer = yield* mailerOf(received.port)
    const sending = yield* Effect.forkChild(mailer.sendCode(mail))
    yield* eventually(() => /\r\n\.\r\n$/u.test(received.transcript))
    yield* Fiber.interrupt(sending)
    yield* eventually(() => received.open === 0)
  })
)
