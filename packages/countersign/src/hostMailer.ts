import { Effect, Layer } from "@countersign/core/effect"
import { codeAsText, MailError, Mailer, noticeAsText, SendsNotices, Unable } from "@countersign/core/internal"
import type { Shape } from "./portTable.ts"
import type { MailerOptions } from "./types/hostPorts.ts"

/** Adapts the host's mailer to the port. Without it, a mail is left to nodes that have one. */
export const hostMailer = ({ sendCode, sendNotice }: Partial<MailerOptions> = {}) =>
  Layer.merge(
    Layer.succeed(SendsNotices, sendNotice !== undefined),
    Layer.succeed(
      Mailer,
      Mailer.of({
        sendCode: (mail) => handedOver(sendCode, codeAsText(mail)),
        sendNotice: (mail) => handedOver(sendNotice, noticeAsText(mail))
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
