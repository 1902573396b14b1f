import { createHash } from "node:crypto"
import { domainToASCII } from "node:url"
import { type CodePurpose, fillTemplate, isolated, MailError, Mailer, type MailTemplate } from "@countersign/core"
import { Clock, Effect, Layer, Redacted } from "@countersign/core/effect"
import { ConfigurationRefused, codeAsText, noticeAsText, shownBranding } from "@countersign/core/internal"
import { createTransport } from "nodemailer"
import { faultOf, SmtpFault } from "./SmtpFault.ts"
import { domainOf, isOneAddress, type Sender, type SmtpOptions, senderOf } from "./SmtpOptions.ts"
import { type Endpoint, endpointOf, isLoopback, type Timeouts, timeoutsOf } from "./server.ts"
import {
  dateOf,
  defaultTexts,
  detailsOf,
  type Letter,
  type MailedNotice,
  minutesBetween,
  plain,
  plainLines,
  spaced,
  type Texts
} from "./Texts.ts"

interface Resolved {
  readonly endpoint: Endpoint
  readonly plaintext: boolean
  readonly ca: string | undefined
  readonly connections: number
  readonly timeouts: Timeouts
  readonly from: Sender
  readonly name: string
  readonly product: string
  readonly domains: ReadonlyArray<string>
  readonly texts: Texts
  readonly report: (fault: SmtpFault) => void
  readonly now: (() => number) | undefined
}

/** Validates the options before any mail is sent. Throws {@link ConfigurationRefused}. */
const withDefaults = (options: SmtpOptions): Resolved => {
  const { ca, connections = 5, now, plaintext = false, report = () => {}, texts, timeouts } = options
  const endpoint = endpointOf(options)
  if (plaintext && (endpoint.secure || !isLoopback(endpoint.host))) {
    throw new ConfigurationRefused(
      "The option plaintext of smtpMailer requires a smtp server on localhost, 127.0.0.1 or ::1. Leave it out."
    )
  }
  if (!Number.isInteger(connections) || connections < 1 || connections > 100) {
    throw new ConfigurationRefused("The option connections of smtpMailer must be a whole number from 1 to 100.")
  }
  const from = senderOf(String(options.from))
  if (from === undefined) {
    throw new ConfigurationRefused(
      "The option from of smtpMailer must be one address, as login@acme.example or Acme <login@acme.example>."
    )
  }
  const name = options.name ?? domainOf(from.address)
  if (!isOneAddress(`postmaster@${name}`)) {
    throw new ConfigurationRefused("The option name of smtpMailer must be a host name, as mail.acme.example.")
  }
  const product = options.product ?? (from.name === "" ? domainOf(from.address) : from.name)
  if (product === "" || product !== plain(product)) {
    throw new ConfigurationRefused("The option product of smtpMailer must be a name of one line.")
  }
  return {
    endpoint,
    plaintext,
    ca,
    connections,
    timeouts: timeoutsOf(timeouts),
    from,
    name: domainToASCII(name),
    product,
    domains: options.domains ?? [domainOf(from.address)],
    texts: { ...defaultTexts, ...texts },
    report,
    now
  }
}

/**
 * A pool of connections to the server. It contains the password, so it is not exported from this package. TLS is
 * required in both modes, and the certificate must be valid whatever the process environment sets. Conversations are
 * not logged.
 */
const transport = ({ ca, connections, endpoint, name, plaintext, timeouts }: Resolved) => {
  const { auth, host, port, secure } = endpoint
  return createTransport({
    pool: true,
    name,
    host,
    port,
    secure,
    requireTLS: !secure && !plaintext,
    ignoreTLS: plaintext,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    ...(auth === undefined ? {} : { auth: { user: auth.user, pass: Redacted.value(auth.pass) }, forceAuth: true }),
    maxConnections: connections,
    // A connection that the server closed while idle is replaced once. The worker retries all other failures.
    maxRequeues: 1,
    idleTimeout: IDLE,
    connectionTimeout: timeouts.connection,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.socket,
    dnsTimeout: timeouts.connection,
    allowInternalNetworkInterfaces: true,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false
  })
}

/** How long an idle connection stays open. An open connection prevents an otherwise idle process from exiting. */
const IDLE = 5_000

/** The `mailer` option of `createCountersign`. Rejects with a {@link SmtpFault}. */
export interface SmtpMailer {
  /** The domains in which a platform may choose addresses. */
  readonly domains: ReadonlyArray<string>
  readonly sendCode: (mail: SmtpCodeMail, signal?: AbortSignal) => Promise<void>
  readonly sendNotice: (mail: SmtpNoticeMail, signal?: AbortSignal) => Promise<void>
  /** Closes idle connections at once, and the others after their mail. Later mails are rejected. */
  readonly close: () => void
}

interface SmtpMail {
  /** Becomes the Message-ID, so that a receiver can recognize duplicates. */
  readonly id: string
  readonly to: string
  readonly platformId: string
  readonly branding?: SmtpBranding
  /** The words of the platform, in place of `texts`. */
  readonly template?: MailTemplate
}

export interface SmtpCodeMail extends SmtpMail {
  readonly code: string
  /** Absent for a login. */
  readonly purpose?: CodePurpose
  /** An ISO 8601 instant. */
  readonly expiresAt: string
}

export interface SmtpNoticeMail extends SmtpMail {
  readonly notice: MailedNotice
  /** The token that undoes a change of the address, and an ISO 8601 instant from which it does not. */
  readonly undo?: { readonly token: string; readonly until: string }
  /** With `RECOVERY_STARTED`. */
  readonly cancelToken?: string
  /** When the reported change was committed: an ISO 8601 instant. */
  readonly at: string
}

/**
 * The settings of a platform for its mails. The host's address remains the sender, because a server sends only for
 * known addresses. Images are not supported, because a mail with a code needs none.
 */
export interface SmtpBranding {
  /** Replaces `product`. */
  readonly appName?: string
  /** Replaces the name in `from`. */
  readonly sendFromEmailSenderName?: string
  readonly replyToEmailAddress?: string
}

/** Sends mail over SMTP with TLS, and connects when there is some. Throws `ConfigurationRefused`. */
export const smtpMailer = (options: SmtpOptions): SmtpMailer => mailerOf(withDefaults(options))

export const mailerOf = (given: Resolved): SmtpMailer => {
  const { domains, from, now = Date.now, product, report, texts, timeouts } = given
  const pool = transport(given)

  const send = async ({ branding = {}, id, to }: Envelope, letter: () => Letter, signal: AbortSignal | undefined) => {
    const { replyToEmailAddress: replyTo, sendFromEmailSenderName: name = from.name } = shownBranding(branding, domains)
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
      // RFC 3834 section 5: suppresses automatic replies.
      headers: { "Auto-Submitted": "auto-generated" },
      xMailer: false,
      signal: signal === undefined ? late : AbortSignal.any([signal, late])
    })
  }
  const productOf = (branding: SmtpBranding) => isolated(plain(shownBranding(branding, domains).appName ?? product))
  const refused = (error: unknown) => {
    const fault = faultOf(error)
    report(fault)
    throw fault
  }
  return {
    domains,
    sendCode: ({ branding = {}, code, expiresAt, id, platformId, purpose: asked, template, to }, signal) => {
      const minutes = minutesBetween(now(), Date.parse(expiresAt))
      const purpose = asked ?? ("SIGN_IN" as const)
      const facts = { product: productOf(branding), platformId, code, spaced: spaced(code), minutes, purpose }
      const words = { appName: facts.product, code: facts.spaced, minutes: String(minutes), purpose }
      const letter = () => (template === undefined ? texts.code(facts) : fillTemplate(template, words))
      return send({ branding, id, to }, letter, signal).catch(refused)
    },
    sendNotice: ({ at, branding = {}, cancelToken, id, notice, platformId, template, to, undo }, signal) => {
      const facts = {
        product: productOf(branding),
        platformId,
        notice,
        at: new Date(at),
        ...(cancelToken === undefined ? {} : { cancelToken }),
        ...(undo && { undo: { token: undo.token, until: new Date(undo.until) } })
      }
      const letter = () =>
        template === undefined
          ? texts.notice(facts)
          : fillTemplate(template, { appName: facts.product, date: dateOf(facts.at), details: detailsOf(facts) })
      return send({ branding, id, to }, letter, signal).catch(refused)
    },
    close: () => pool.close()
  }
}

type Envelope = Pick<SmtpMail, "branding" | "id" | "to">

/** An exception of the host's texts may contain the code, so it is dropped. */
const written = (letter: () => Letter): Letter => {
  try {
    return letter()
  } catch {
    throw new SmtpFault({ code: "ETEXTS" })
  }
}

/** RFC 5322 section 3.6.4. A digest, so that the store's id is not disclosed. */
const messageIdOf = (id: string, from: string): string => {
  const left = createHash("sha256").update(`countersign mail ${id}`, "utf8").digest("hex").slice(0, 32)
  return `<${left}@${domainToASCII(domainOf(from))}>`
}

/**
 * The mailer as a layer: each build has its own connections and closes them with its scope. It sends mail of both
 * modes; `createCountersign` suppresses that of the sandbox, which code that wires the port itself must also do.
 * Throws `ConfigurationRefused` for invalid options.
 */
export const smtpMailerLayer = (options: SmtpOptions): Layer.Layer<Mailer> => {
  const given = withDefaults(options)
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
        sendCode: (mail) => delivered((signal) => mailer.sendCode(codeAsText(mail), signal)),
        sendNotice: (mail) => delivered((signal) => mailer.sendNotice(noticeAsText(mail), signal))
      })
    })
  )
}

const delivered = (send: (signal: AbortSignal) => Promise<void>): Effect.Effect<void, MailError> =>
  Effect.tryPromise({ try: send, catch: (cause) => new MailError({ cause }) })
