import { createHash } from "node:crypto"
import { domainToASCII } from "node:url"
import { MailError, Mailer, type Notice } from "@countersign/core"
import { Clock, Effect, Layer, Redacted } from "effect"
import { createTransport } from "nodemailer"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"
import { faultOf, SmtpFault } from "./SmtpFault.ts"
import { domainOf, isOneAddress, type Sender, type SmtpOptions, senderOf } from "./SmtpOptions.ts"
import { type Endpoint, endpointOf, isLoopback, type Timeouts, timeoutsOf } from "./server.ts"
import { defaultTexts, type Letter, minutesBetween, plain, plainLines, spaced, type Texts } from "./Texts.ts"

/** Options that can be served, with nothing left out that has a default. */
interface Settled {
  readonly endpoint: Endpoint
  readonly plaintext: boolean
  readonly ca: string | undefined
  readonly connections: number
  readonly timeouts: Timeouts
  readonly from: Sender
  readonly product: string
  readonly texts: Texts
  readonly report: (fault: SmtpFault) => void
  readonly now: (() => number) | undefined
}

/** Judges the options of a host before any mail is sent. Throws {@link ConfigurationRefused}. */
const settled = (options: SmtpOptions): Settled => {
  const { ca, connections = 5, now, plaintext = false, report = () => {}, texts, timeouts } = options
  const endpoint = endpointOf(options)
  if (plaintext && (endpoint.secure || !isLoopback(endpoint.host))) {
    throw new ConfigurationRefused(
      "The option plaintext of smtpMailer is for a smtp server on localhost, 127.0.0.1 or ::1. Leave it out."
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
    product,
    texts: { ...defaultTexts, ...texts },
    report,
    now
  }
}

/**
 * A pool of connections to the server. It holds the password, so nothing outside of this package may get hold of it.
 *
 * TLS is required by one way or the other, and the certificate has to verify whatever the environment of the process
 * says. Nothing of a conversation is logged.
 */
const transport = ({ ca, connections, endpoint, plaintext, timeouts }: Settled) => {
  const { auth, host, port, secure } = endpoint
  return createTransport({
    pool: true,
    host,
    port,
    secure,
    requireTLS: !secure && !plaintext,
    ignoreTLS: plaintext,
    tls: { rejectUnauthorized: true, minVersion: "TLSv1.2", ...(ca === undefined ? {} : { ca }) },
    ...(auth === undefined ? {} : { auth: { user: auth.user, pass: Redacted.value(auth.pass) }, forceAuth: true }),
    maxConnections: connections,
    // A connection that the server ended while it was idle is replaced once. All else is for the worker to try again.
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

/** How long a connection without a mail stays open, and with it a process that has nothing else to do. */
const IDLE = 5_000

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
