import { Effect, Layer, Redacted } from "@countersign/core/effect"
import { MailError, Mailer, SendsNotices, Unable } from "@countersign/core/internal"
import type { Shape } from "./portTable.ts"
import type { MailerOptions } from "./types/hostPorts.ts"

/** Adapts the host's mailer to the port. Without it, a mail is left to nodes that have one. */
export const hostMailer = ({ sendCode, sendNotice }: Partial<MailerOptions> = {}) =>
  Layer.merge(
    Layer.succeed(SendsNotices, sendNotice !== undefined),
    Layer.succeed(
      Mailer,
      Mailer.of({
        sendCode: ({ branding, code, environment: { platformId }, expiresAt, id, purpose, template, to }) =>
          handedOver(sendCode, {
            id,
            to,
            branding,
            ...(template && { template }),
            code: Redacted.value(code),
            platformId,
            expiresAt: new Date(expiresAt).toISOString(),
            ...(purpose === undefined ? {} : { purpose })
          }),
        sendNotice: ({ at, branding, cancelToken, environment: { platformId }, id, notice, template, to, undo }) =>
          handedOver(sendNotice, {
            id,
            to,
            branding,
            ...(template && { template }),
            platformId,
            notice,
            at: new Date(at).toISOString(),
            ...(undo && { undo: { token: Redacted.value(undo.token), until: new Date(undo.until).toISOString() } }),
            ...(cancelToken === undefined ? {} : { cancelToken: Redacted.value(cancelToken) })
          })
      })
    )
  )

const handedOver = <Mail>(send: ((mail: Mail) => Promise<void>) | undefined, mail: Mail) =>
  send === undefined
    ? Effect.die(new Unable({ message: "this node has no mailer for it" }))
    : Effect.tryPromise({ try: () => send(mail), catch: (cause) => new MailError({ cause }) })

export const mailerShape: Shape = (value) => {
  const { domains = [], sendCode } = Object(value)
  if (typeof sendCode !== "function") return "have a function sendCode; smtpMailer of @countersign/smtp makes one"
  return Array.isArray(domains) ? undefined : 'have domains that are a list, such as ["acme.example"]'
}
