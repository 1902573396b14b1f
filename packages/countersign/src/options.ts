import type {
  Branding,
  Discovery,
  Fee,
  Finding,
  JsonObject,
  Mode,
  Notice,
  PaymentRails,
  PolicyValues,
  Scope,
  Store,
  Throttle,
  Wallets
} from "@countersign/core/internal"
import type { SignatureHeader } from "@countersign/http"
import type { OidcOptions } from "@countersign/oidc"
import type { PasskeyPolicy } from "@countersign/passkeys"
import type { Layer } from "effect"
import type { ConfigurationFinding } from "./ConfigurationFinding.ts"

/** An API token. Its secret is known to its holder alone; this side keeps the SHA-256 of it. */
export interface TokenOptions {
  readonly id: string
  /** 64 hex characters; `secretDigest(secret)` makes them. A list of two while the secret is replaced: both are taken. */
  readonly secretSha256: string | ReadonlyArray<string>
  readonly platformId: string
  readonly mode: Mode
  /** All three when absent. */
  readonly scopes?: ReadonlyArray<Scope>
}

export interface KeyOptions {
  /**
   * 32 bytes as 64 hex characters. Encrypts at rest what must outlive a request: whoever loses it loses that. While it is
   * replaced a list of up to four: the first seals, and all of them open.
   */
  readonly vault: string | ReadonlyArray<string>
  /**
   * A P-256 private scalar, 64 hex characters. Signs bundles; clients pin its public half. While it is replaced a list of
   * up to four: the first signs, and the public halves of all of them are told.
   */
  readonly service: string | ReadonlyArray<string>
  /**
   * 32 bytes as 64 hex characters, which the default wallets come from, for ever: another root is other wallets. The vault
   * key when absent, as long as there is only one and has never been another.
   */
  readonly wallets?: string
  /**
   * Seeds of the Ed25519 keys that sign webhooks, 32 bytes each as 64 hex characters; each environment has keys of its own,
   * derived from them. All of them sign: to change one, put the new one first, and take the old one away once receivers
   * have the new key. Derived from `vault` when absent.
   */
  readonly webhooks?: ReadonlyArray<string>
}

/** How events are told to platforms. */
export interface WebhookOptions {
  /**
   * For a developer's desk: sandbox webhooks may go to http, to any port and to private addresses. Refused beside a
   * production token.
   */
  readonly allowPrivate?: boolean
  /** The header of the P-256 signature over the body; `X-Service-Signature` when absent. */
  readonly signatureHeader?: string
  /** `type` of payments: OUTGOING_PAYMENT, which is the default, or dotted as OUTGOING_PAYMENT.COMPLETED. */
  readonly paymentTypes?: "plain" | "dotted"
}

export interface MailerOptions {
  /** Takes over one mail. A rejection is tried again until the code has expired. `expiresAt` is an ISO 8601 instant. */
  readonly sendCode: (mail: {
    /** The same at every attempt at this mail, and no other mail's. */
    readonly id: string
    readonly to: string
    /** What the platform set of its mails, in `embeddedWalletConfig` of `PATCH /config`. Empty where it set nothing. */
    readonly branding: Branding
    readonly code: string
    readonly expiresAt: string
    readonly platformId: string
  }) => Promise<void>
  /**
   * Notifies an end user of a change: a credential added or removed, an address changed, a wallet exported, a customer
   * deleted, an e-mail code locked. `notice.kind` names it; `at` is an ISO 8601 instant. A rejection is retried for a day.
   * Without this option end users are not notified. A mail to an old address must not name the new one.
   */
  readonly sendNotice?: (mail: {
    readonly id: string
    readonly to: string
    readonly branding: Branding
    readonly notice: Notice
    readonly at: string
    readonly platformId: string
  }) => Promise<void>
}

/** What production needs to know of destinations. The sandbox has answers of its own. */
export interface ExternalAccountOptions {
  /**
   * Looks at an account before money may go there, within `policy.verificationTimeout`. Who answers UNDECIDED tells the
   * finding later, by `api.in(…).externalAccounts.settle`. A rejection is asked again until it is answered.
   */
  readonly verify?: (request: {
    readonly id: string
    /** Of which state of the account a finding is true. */
    readonly revision: number
    readonly platformId: string
    /** Its fields in their one spelling, `accountType` and `beneficiary` among them. */
    readonly account: JsonObject
  }) => Promise<Finding>
  /** The banks that your rails reach, as `GET /discoveries` lists them. */
  readonly discoveries?: ReadonlyArray<Discovery>
}

/** What each mode takes of identities from outside. A mode that is told nothing takes none in production. */
export interface TrustOptions {
  /** Relying party ids and exact origins, web and native app, of passkeys. */
  readonly passkeys?: PasskeyPolicy
  /** Issuers whose tokens sign users in. Static: no token can name another. */
  readonly oidc?: OidcOptions
}

/** The prices of the sandbox, and where its payment addresses live. */
export interface SandboxMoney {
  /** What one US dollar buys, in decimals, by currency. */
  readonly rates?: Readonly<Record<string, string>>
  /** Of what is sent, where currencies differ. */
  readonly fee?: Fee
  readonly umaDomain?: string
}

/** Whatever is left out takes a default for development; production tokens are refused on those. */
export interface CountersignOptions {
  readonly tokens?: ReadonlyArray<TokenOptions>
  readonly keys?: KeyOptions
  readonly mailer?: MailerOptions
  readonly store?: Layer.Layer<Store>
  readonly throttle?: Layer.Layer<Throttle>
  /** The wallets behind embedded-wallet accounts; derived from `keys.wallets`, or the one vault key, when absent. */
  readonly wallets?: Layer.Layer<Wallets>
  readonly production?: TrustOptions
  readonly externalAccounts?: ExternalAccountOptions
  /** When absent: passkeys of any origin, and tokens of the well-known issuers, signed or not. */
  readonly sandbox?: {
    readonly passkeys?: PasskeyPolicy
    readonly issuers?: ReadonlyArray<string>
    readonly rails?: SandboxMoney
  }
  /** What moves money in production. Without it quotes, transfers and transactions are not there for production tokens. */
  readonly paymentRails?: Layer.Layer<PaymentRails>
  readonly webhooks?: WebhookOptions
  readonly policy?: Partial<PolicyValues>
  /** Where the API stands under its mount; `/2025-10-13` when absent. */
  readonly basePath?: string
  readonly signatureHeader?: SignatureHeader
  /** The largest body that an endpoint or a guard reads, in bytes: 1,024 to 1,048,576; 65,536 when absent. */
  readonly bodyLimit?: number
  /**
   * Takes the `X-Request-Id` of a request as the id of the call, for hosts behind a proxy that sets the header. Otherwise
   * every call gets an id of its own.
   */
  readonly acceptRequestId?: boolean
  /**
   * What a proxy in front of you takes off the path, `/api`: guards of your own endpoints have to know the path that a
   * caller signed. Headers that a proxy adds, `X-Forwarded-*` among them, are read by nothing here.
   */
  readonly strippedPrefix?: string
  /** Log lines as JSON on stdout, which is the default; as people like to read them; or none. */
  readonly logs?: "json" | "pretty" | "none"
  /** A tracer, metrics and further loggers of Effect's, such as its OpenTelemetry layers: see examples/telemetry. */
  readonly telemetry?: Layer.Layer<never>
  /** The time in milliseconds since the epoch; the machine's own when absent. For tests. */
  readonly now?: () => number
}

/** What is in force because an option was left out, or was set for a developer's desk, and what that means. */
export interface DevelopmentDefault {
  readonly option: string
  readonly meaning: string
}

/** The options cannot be served: `findings` is all that is wrong with them, and `message` a line for each. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError"
  readonly findings: ReadonlyArray<ConfigurationFinding>

  constructor(findings: ReadonlyArray<ConfigurationFinding>) {
    super(findings.map(({ message }) => message).join("\n"))
    this.findings = findings
  }
}
