import { Redacted } from "@countersign/core/effect"
import { ConfigurationRefused } from "@countersign/core/internal"

/** A text that logs do not show when it is `Redacted`, as Effect's `Config` reads it. */
export type Secret = string | Redacted.Redacted<string>

/** The mail server: one URL, or its parts. */
export type Server =
  | {
      /** `smtps://user:pass@host:465` starts with TLS, `smtp://user:pass@host:587` upgrades with STARTTLS. */
      readonly url: Secret | undefined
      readonly host?: never
    }
  | {
      readonly url?: never
      readonly host: string
      /** Default: 465, or 587 when `secure` is false. */
      readonly port?: number
      /** Whether the connection starts with TLS. When false, it upgrades with STARTTLS. Default: true. */
      readonly secure?: boolean
      readonly auth?: { readonly user: string; readonly pass: Secret }
    }

/** A validated server. The password stays redacted until a connection is made. */
export interface Endpoint {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly auth?: { readonly user: string; readonly pass: Redacted.Redacted<string> }
}

/** Parses the server options. Throws {@link ConfigurationRefused}, whose message contains no part of a URL. */
export const endpointOf = (server: Server): Endpoint => {
  if (server.url !== undefined) return byUrl(revealed(server.url))
  // An environment variable that is not set.
  if (server.host === undefined) throw new ConfigurationRefused("Give smtpMailer a url, or a host.")
  const { auth, host, secure = true } = server
  const { port = portOf(secure) } = server
  if (typeof host !== "string" || !HOST.test(host)) throw new ConfigurationRefused("Give smtpMailer a url, or a host.")
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new ConfigurationRefused("The option port of smtpMailer must be a whole number from 1 to 65535.")
  }
  return { host, port, secure, ...(auth === undefined ? {} : authOf(auth.user, revealed(auth.pass))) }
}

const byUrl = (text: string): Endpoint => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const scheme = url?.protocol
  const host = url?.hostname.replace(/^\[(.*)\]$/u, "$1") ?? ""
  // A query or a path could only override the settings made here.
  if (url === undefined || (scheme !== "smtps:" && scheme !== "smtp:") || !HOST.test(host) || !isBare(url)) {
    throw new ConfigurationRefused(
      "The option url of smtpMailer must be smtps://user:pass@host:port or smtp://user:pass@host:port, without path or query."
    )
  }
  const secure = scheme === "smtps:"
  return {
    host,
    port: url.port === "" ? portOf(secure) : Number(url.port),
    secure,
    ...(url.username === "" && url.password === "" ? {} : authOf(decoded(url.username), decoded(url.password)))
  }
}

const authOf = (user: string, pass: string) => {
  if (user === "" || pass === "") {
    throw new ConfigurationRefused("smtpMailer needs both a user and a password to sign in, or neither.")
  }
  return { auth: { user, pass: Redacted.make(pass, { label: "smtp password" }) } }
}

const isBare = ({ hash, pathname, search }: URL): boolean => `${pathname}${search}${hash}`.replace("/", "") === ""

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new ConfigurationRefused("Write a % in the user or password of the url of smtpMailer as %25.")
  }
}

const revealed = (secret: Secret): string => (typeof secret === "string" ? secret : Redacted.value(secret))

const portOf = (secure: boolean): number => (secure ? 465 : 587)

const HOST = /^[A-Za-z0-9.:_-]+$/u

/** Whether a host is loopback, so that the traffic stays on this machine. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.[0-9]{1,3}){3}|::1)$/u.test(host)

/** Timeouts of the mail server, in milliseconds. */
export interface TimeoutOptions {
  /** From the name lookup to the end of the TLS handshake. Default: 8,000. */
  readonly connection?: number
  /** For its greeting after the connection. Default: 5,000. */
  readonly greeting?: number
  /** For its next byte, at any point. Default: 10,000. */
  readonly socket?: number
  /** For one mail. Default: 15,000. Must be below `policy.mailTimeout` (20,000), after which the worker gives up. */
  readonly mail?: number
}

export type Timeouts = Required<TimeoutOptions>

/** Applies the defaults. Throws {@link ConfigurationRefused} for a timeout out of range. */
export const timeoutsOf = (options: TimeoutOptions = {}): Timeouts => {
  const { connection = 8_000, greeting = 5_000, mail = 15_000, socket = 10_000 } = options
  for (const [name, value] of Object.entries({ connection, greeting, mail, socket })) {
    // 25,000 is the maximum of `policy.mailTimeout`.
    if (!Number.isInteger(value) || value < 1 || value > 25_000) {
      throw new ConfigurationRefused(
        `The timeout ${name} of smtpMailer must be a whole number of milliseconds from 1 to 25000.`
      )
    }
  }
  return { connection, greeting, mail, socket }
}
