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

/** An API token. Only its holder knows the secret; the service stores its SHA-256 digest. */
export interface TokenOptions {
  readonly id: string
  /** 64 hex characters, as `secretDigest(secret)` returns them. A list of two during a rotation: both are accepted. */
  readonly secretSha256: string | ReadonlyArray<string>
  readonly platformId: string
  readonly mode: Mode
  /** All three scopes when absent. */
  readonly scopes?: ReadonlyArray<Scope>
}

export interface KeyOptions {
  /**
   * Encrypts data at rest that must outlive a request. 32 bytes as 64 hex characters. If the key is lost, this data is
   * lost. During a rotation, a list of up to four: the first encrypts, and all of them decrypt.
   */
  readonly vault: string | ReadonlyArray<string>
  /**
   * Signs bundles; clients pin its public key. A P-256 private scalar, 64 hex characters. During a rotation, a list of
   * up to four: the first signs, and the public keys of all of them are published.
   */
  readonly service: string | ReadonlyArray<string>
  /**
   * The root key of the default wallets, 32 bytes as 64 hex characters. Never change it: another root gives every
   * account a different wallet. When absent, the vault key, provided there is only one and it was never rotated.
   */
  readonly wallets?: string
  /**
   * Seeds of the Ed25519 keys that sign webhooks, 32 bytes each as 64 hex characters. Each environment derives its own
   * keys from them. Every webhook is signed with all of them: to rotate one, put the new seed first, and remove the old
   * one when receivers have the new public key. Derived from `vault` when absent.
   */
  readonly webhooks?: ReadonlyArray<string>
}

/** How events are delivered to platforms. */
export interface WebhookOptions {
  /**
   * For development: sandbox webhooks may use http, any port and private addresses. Rejected with a production token.
   */
  readonly allowPrivate?: boolean
  /** The name of the header with the P-256 signature over the body; `X-Service-Signature` when absent. */
  readonly signatureHeader?: string
  /**
   * The `type` of payment events: `plain`, the default, as OUTGOING_PAYMENT, or `dotted`, as
   * OUTGOING_PAYMENT.COMPLETED.
   */
  readonly paymentTypes?: "plain" | "dotted"
}

export interface MailerOptions {
  /**
   * Sends one mail. When the promise rejects, delivery is retried until the code has expired. `expiresAt` is in ISO
   * 8601.
   */
  readonly sendCode: (mail: {
    /** Unique to this mail, and the same on every retry, so it can serve as an idempotency key. */
    readonly id: string
    readonly to: string
    /**
     * The platform's mail settings, from `embeddedWalletConfig` of `PATCH /config`. Empty when the platform has set
     * none.
     */
    readonly branding: Branding
    readonly code: string
    readonly expiresAt: string
    readonly platformId: string
  }) => Promise<void>
  /**
   * Notifies an end user of a change: a credential added or removed, an address changed, a wallet exported, a customer
   * deleted, an e-mail code locked. `notice.kind` identifies it; `at` is in ISO 8601. When the promise rejects,
   * delivery is retried for one day. Without this option end users are not notified. A mail to an old address must not
   * contain the new one.
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

/** How production verifies external accounts. The sandbox has its own rules. */
export interface ExternalAccountOptions {
  /**
   * Verifies an account before money can be sent to it, within `policy.verificationTimeout` milliseconds. After
   * `UNDECIDED`, report the result later with `api.in(…).externalAccounts.settle`. When the promise rejects,
   * verification is retried until it returns a result.
   */
  readonly verify?: (request: {
    readonly id: string
    /** The revision of the account that the finding applies to. */
    readonly revision: number
    readonly platformId: string
    /** The account's fields in normalized form, including `accountType` and `beneficiary`. */
    readonly account: JsonObject
  }) => Promise<Finding>
  /** The banks that your payment rails reach. `GET /discoveries` lists them. */
  readonly discoveries?: ReadonlyArray<Discovery>
}

/** The external identities that a mode accepts. Production accepts none by default. */
export interface TrustOptions {
  /** Relying party ids and exact origins, web and native app, for passkeys. */
  readonly passkeys?: PasskeyPolicy
  /** Issuers whose identity tokens are accepted for sign-in. The list is static: a token cannot add an issuer. */
  readonly oidc?: OidcOptions
}

/** The prices of the sandbox, and the domain of its payment addresses. */
export interface SandboxMoney {
  /** The amount that one US dollar buys, as a decimal string, by currency code. */
  readonly rates?: Readonly<Record<string, string>>
  /** Charged on the amount sent when the currencies differ. */
  readonly fee?: Fee
  readonly umaDomain?: string
}

/**
 * Every option is optional in development and has a default. Production tokens require some of them; see
 * `examineOptions`.
 */
export interface CountersignOptions {
  readonly tokens?: ReadonlyArray<TokenOptions>
  readonly keys?: KeyOptions
  readonly mailer?: MailerOptions
  readonly store?: Layer.Layer<Store>
  readonly throttle?: Layer.Layer<Throttle>
  /**
   * The wallets behind embedded-wallet accounts. When absent, they are derived from `keys.wallets`, or from the only
   * vault key.
   */
  readonly wallets?: Layer.Layer<Wallets>
  readonly production?: TrustOptions
  readonly externalAccounts?: ExternalAccountOptions
  /**
   * When absent, the sandbox accepts passkeys of any origin, and signed or unsigned tokens of the well-known issuers.
   */
  readonly sandbox?: {
    readonly passkeys?: PasskeyPolicy
    readonly issuers?: ReadonlyArray<string>
    readonly rails?: SandboxMoney
  }
  /**
   * Moves money in production. Without it, quotes, transfers and transactions are not available to production tokens.
   */
  readonly paymentRails?: Layer.Layer<PaymentRails>
  readonly webhooks?: WebhookOptions
  readonly policy?: Partial<PolicyValues>
  /** The path of the API below its mount; `/2025-10-13` when absent. */
  readonly basePath?: string
  readonly signatureHeader?: SignatureHeader
  /** The largest body that an endpoint or a guard reads, in bytes: 1,024 to 1,048,576; 65,536 when absent. */
  readonly bodyLimit?: number
  /**
   * Uses the `X-Request-Id` header of a request as the id of the call. Set it only behind a proxy that sets the header.
   * By default every call gets a generated id.
   */
  readonly acceptRequestId?: boolean
  /**
   * The path prefix that a proxy in front of the host removes, such as `/api`. Guards need it to reconstruct the path
   * that the client signed. `X-Forwarded-*` headers are never read.
   */
  readonly strippedPrefix?: string
  /** The format of log lines on stdout: `json`, the default; `pretty`, for development; or `none`. */
  readonly logs?: "json" | "pretty" | "none"
  /** Adds a tracer, metrics and loggers, such as Effect's OpenTelemetry layers. See examples/telemetry. */
  readonly telemetry?: Layer.Layer<never>
  /** Returns the time in milliseconds since the epoch; the system clock when absent. For tests. */
  readonly now?: () => number
}

/** A default in effect because an option was omitted, or a development setting, and its consequence. */
export interface DevelopmentDefault {
  readonly option: string
  readonly meaning: string
}

/** Thrown when the options are invalid. `findings` lists every problem, and `message` has one line for each. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError"
  readonly findings: ReadonlyArray<ConfigurationFinding>

  constructor(findings: ReadonlyArray<ConfigurationFinding>) {
    super(findings.map(({ message }) => message).join("\n"))
    this.findings = findings
  }
}
