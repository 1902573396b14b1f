import { MailError, Mailer } from "@countersign/core"
import { Clock, Effect, Layer, Redacted } from "effect"
import type { SmtpOptions } from "./SmtpOptions.ts"
import { settled } from "./settled.ts"
import { mailerOf } from "./smtpMailer.ts"

/**
 * The same as a layer: each build has connections of its own, and closes them with its scope. Mail of both modes leaves;
 * `createCountersign` keeps that of the sandbox back, and who wires the port by hand has to.
 *
 * Throws `ConfigurationRefused` for options that no mail could be sent by.
 */
export const smtpMailerLayer = (options: SmtpOptions): Layer.Layer<Mailer> => {
  const given = settled(options)
  return Layer.effect(
    Mailer,
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const now = given.now ?? (() => clock.currentTimeMillisUnsafe())
      const mailer = yield* Effect.acquireRelease(
        Effect.sync(() => mailerOf({ ...given, now })),
        ({ close }) => Effect.sync(close)
      )
      return Mailer.of({
        sendCode: ({ branding, code, environment: { platformId }, expiresAt, id, to }) =>
          taken((signal) =>
            mailer.sendCode(
              { id, to, branding, code: Redacted.value(code), platformId, expiresAt: iso(expiresAt) },
              signal
            )
          ),
        sendNotice: ({ at, branding, environment: { platformId }, id, notice, to }) =>
          taken((signal) => mailer.sendNotice({ id, to, branding, platformId, notice, at: iso(at) }, signal))
      })
    })
  )
}

const taken = (send: (signal: AbortSignal) => Promise<void>): Effect.Effect<void, MailError> =>
  Effect.tryPromise({ try: send, catch: (cause) => new MailError({ cause }) })

const iso = (millis: number): string => new Date(millis).toISOString()
