import { createHash } from "node:crypto"
import { domainToASCII } from "node:url"
import type { Notice } from "@countersign/core"
import { domainOf, isOneAddress } from "./address.ts"
import { plain, plainLines } from "./plain.ts"
import { faultOf, SmtpFault } from "./SmtpFault.ts"
import type { SmtpOptions } from "./SmtpOptions.ts"
import { type Settled, settled } from "./settled.ts"
import { type Letter, minutesBetween, spaced } from "./Texts.ts"
import { transport } from "./transport.ts"

/** What `createCountersign` takes as its `mailer`. A rejection is a {@link SmtpFault}. */
export interface SmtpMailer {
  readonly sendCode: (mail: SmtpCodeMail, signal?: AbortSignal) => Promise<void>
  readonly sendNotice: (mail: SmtpNoticeMail, signal?: AbortSignal) => Promise<void>
  /** Lets go of idle connections, and of the others when their mail is through. No mail is taken after it. */
  readonly close: () => void
}

export interface SmtpCodeMail {
  /** Becomes the Message-ID, so that a receiver can tell a second copy of one mail. */
  readonly id: string
  readonly to: string
  readonly branding?: SmtpBranding
  readonly code: string
  /** An ISO 8601 instant. */
  readonly expiresAt: string
  readonly platformId: string
}

export interface SmtpNoticeMail {
  readonly id: string
  readonly to: string
  readonly branding?: SmtpBranding
  readonly notice: Notice
  /** When the reported change was committed: an ISO 8601 instant. */
  readonly at: string
  readonly platformId: string
}

/**
 * What a platform set of its mails. The address they are from stays the host's, since a server sends for those it
 * knows; pictures are left out, since a mail that only brings a code loads nothing.
 */
export interface SmtpBranding {
  /** In place of `product`. */
  readonly appName?: string
  /** In place of the name in `from`. */
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
}

/**
 * Sends mail over SMTP, with TLS. Connects when there is something to send and not before.
 *
 * Throws `ConfigurationRefused` for options that no mail could be sent by.
 */
export const smtpMailer = (options: SmtpOptions): SmtpMailer => mailerOf(settled(options))

/** The same from options that were judged before. */
export const mailerOf = (given: Settled): SmtpMailer => {
  const { from, now = Date.now, product, report, texts, timeouts } = given
  const pool = transport(given)

  const send = async ({ branding, id, to }: Envelope, letter: () => Letter, signal: AbortSignal | undefined) => {
    const { replyToEmailAddress: replyTo, sendFromEmailSenderName: name = from.name } = branding
    if (!isOneAddress(to)) throw new SmtpFault({ code: "EENVELOPE", step: "API" })
    const { subject, text } = written(letter)
    const late = AbortSignal.timeout(timeouts.mail)
    await pool.sendMail({
      from: { ...from, name: plain(name) },
      to: { name: "", address: to },
      ...(replyTo !== undefined && isOneAddress(replyTo) ? { replyTo: { name: "", address: replyTo } } : {}),
      date: new Date(now()),
      messageId: messageIdOf(id, from.address),
      subject: plain(subject),
      text: plainLines(text),
      // RFC 3834 section 5: nobody's auto-responder is to answer this.
      headers: { "Auto-Submitted": "auto-generated" },
      xMailer: false,
      signal: signal === undefined ? late : AbortSignal.any([signal, late])
    })
  }
  const productOf = ({ appName = product }: SmtpBranding) => plain(appName)
  const refused = (error: unknown) => {
    const fault = faultOf(error)
    report(fault)
    throw fault
  }
  return {
    sendCode: ({ branding = {}, code, expiresAt, id, platformId, to }, signal) => {
      const minutes = minutesBetween(now(), Date.parse(expiresAt))
      const letter = () => texts.code({ product: productOf(branding), platformId, code, spaced: spaced(code), minutes })
      return send({ branding, id, to }, letter, signal).catch(refused)
    },
    sendNotice: ({ at, branding = {}, id, notice, platformId, to }, signal) => {
      const letter = () => texts.notice({ product: productOf(branding), platformId, notice, at: new Date(at) })
      return send({ branding, id, to }, letter, signal).catch(refused)
    },
    close: () => pool.close()
  }
}

interface Envelope {
  readonly branding: SmtpBranding
  readonly id: string
  readonly to: string
}

/** What the host's words throw may hold the code, and goes no further. */
const written = (letter: () => Letter): Letter => {
  try {
    return letter()
  } catch {
    throw new SmtpFault({ code: "ETEXTS" })
  }
}

/** RFC 5322 section 3.6.4. A digest, because an id of the store is nobody else's business. */
const messageIdOf = (id: string, from: string): string => {
  const left = createHash("sha256").update(`countersign mail ${id}`, "utf8").digest("hex").slice(0, 32)
  return `<${left}@${domainToASCII(domainOf(from))}>`
}
