import type { SignatureHeader } from "@countersign/http/host"
import type { OidcOptions } from "@countersign/oidc/options"
import type { PasskeyPolicy } from "@countersign/passkeys/policy"
import type { ConfigurationFinding } from "./ConfigurationFinding.ts"
import type { OpenTelemetry } from "./openTelemetry/types.ts"
import type { TelemetryLayer } from "./types/PortLayer.ts"
import type { PortOptions } from "./types/PortOptions.ts"
import type { Scope } from "./types/platform.ts"
import type { PolicyValues } from "./types/policy.ts"
import type { Mode } from "./types/values.ts"

/** An API token. Only its holder knows the secret; the service stores its SHA-256 digest. */
export interface TokenOptions {
  /** The user name of HTTP Basic authentication: not empty, without a colon, and unique in the list. */
  readonly id: string
  /** 64 hex characters, as `secretDigest(secret)` returns them. A list of two during a rotation: both are accepted. */
  readonly secretSha256: string | ReadonlyArray<string>
  /** The platform that the calls of this token belong to. Tokens with the same platform and mode share all data. */
  readonly platformId: string
  /** `production`, or `sandbox` for the behaviour of production with simulated payments, codes and identities. */
  readonly mode: Mode
  /** VIEW, TRANSACT and MANAGE when absent. OPERATE is for support staff, WORK for a cron trigger of `POST /due-work`. */
  readonly scopes?: ReadonlyArray<Scope>
}

/**
 * The secret keys of the service. `npx @countersign/cli keys` generates them; store them outside the database. An environment
 * variable can be passed as it is: `ConfigurationError` names one that is not set.
 */
export interface KeyOptions {
  /**
   * Encrypts data at rest that must outlive a request. 32 bytes as 64 hex characters. If the key is lost, this data is
   * lost. During a rotation, a list of up to four: the first encrypts, and all of them decrypt.
   */
  readonly vault: string | ReadonlyArray<string> | undefined
  /**
   * Signs bundles; clients pin its public key. A P-256 private scalar, 64 hex characters. During a rotation, a list of
   * up to four: the first signs, and the public keys of all of them are published.
   */
  readonly service: string | ReadonlyArray<string> | undefined
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

/** The external identities that a mode accepts. Production accepts none by default. */
export interface TrustOptions {
  /** Relying party ids and exact origins, web and native app, for passkeys. */
  readonly passkeys?: PasskeyPolicy
  /** Issuers whose identity tokens are accepted for sign-in. The list is static: a token cannot add an issuer. */
  readonly oidc?: OidcOptions
}

/** The identities that the sandbox accepts, and the prices of its simulated payments. */
export interface SandboxOptions {
  /** Relying party ids and exact origins for passkeys. When absent, any origin that created the passkey. */
  readonly passkeys?: PasskeyPolicy
  /**
   * The exact `iss` claims of the identity tokens that the sandbox accepts, signed or unsigned. When absent, those of
   * the well-known issuers.
   */
  readonly issuers?: ReadonlyArray<string>
  /** How far the clock of an issuer may be ahead, as in production. Default: 5,000 milliseconds; at most 60,000. */
  readonly clockSkew?: number
  /** Exchange rates, fee and UMA domain of simulated payments. When absent, fixed rates near those of early 2026. */
  readonly rails?: SandboxMoney
}

/** A fee on an amount: `basisPoints` of it, and `fixed` in its smallest unit. */
export interface Fee {
  /** In hundredths of a percent. */
  readonly basisPoints: number
  /** In the smallest unit of the currency. */
  readonly fixed: number
}

/** The prices of the sandbox, and the domain of its payment addresses. */
export interface SandboxMoney {
  /**
   * The amount that one US dollar buys, as a decimal string, by currency code. Currencies without an entry have a fixed
   * rate of the sandbox.
   */
  readonly rates?: Readonly<Record<string, string>>
  /** Charged on the amount sent when the currencies differ; 0.5 % when absent. */
  readonly fee?: Fee
  /** The domain of the UMA addresses that the sandbox pays, as in `$alice@DOMAIN`; `uma.sandbox.invalid` when absent. */
  readonly umaDomain?: string
}

/**
 * A kind of due work: `mail` of codes and notices, `webhooks`, outcomes of `payments`, `verifications` of external accounts,
 * and the `privacy` of wallets, of which their provider is notified.
 */
export type DueWorkKind = "mail" | "payments" | "privacy" | "verifications" | "webhooks"

/**
 * Every option is optional in development and has a default. Production tokens require some of them; see
 * `examineOptions`.
 */
export interface CountersignOptions extends PortOptions {
  /**
   * The API tokens that callers authenticate with, in addition to those created through the API. When absent, one
   * sandbox token is generated at the start and returned as `sandboxToken`.
   */
  readonly tokens?: ReadonlyArray<TokenOptions>
  /**
   * The secret keys. When absent, they are generated at the start, so data and bundles of an earlier start cannot be
   * decrypted or verified. Required with a production token.
   */
  readonly keys?: KeyOptions
  /** The passkeys and identity tokens that production accepts. When absent, none: only sign-in by e-mail code works. */
  readonly production?: TrustOptions
  /** The identities and prices of the sandbox. An absent field has its default below. */
  readonly sandbox?: SandboxOptions
  /** How events are delivered. When absent, the defaults of its fields: over https, to public addresses. */
  readonly webhooks?: WebhookOptions
  /** Lifetimes, limits and currencies. An absent field has the default of the table of policy values. */
  readonly policy?: Partial<PolicyValues>
  /** The path of the API below its mount; `/2025-10-13` when absent. */
  readonly basePath?: string
  /**
   * The `name` of the request header that carries the stamp, and `aliases` that are accepted too;
   * `Service-Wallet-Signature` without aliases when absent. Clients set the same name.
   */
  readonly signatureHeader?: SignatureHeader
  /** The largest body that an endpoint or a guard reads, in bytes: 1,024 to 1,048,576; 65,536 when absent. */
  readonly bodyLimit?: number
  /**
   * Uses the `X-Request-Id` header of a request as the id of the call. Set it only behind a proxy that sets the header.
   * By default every call gets a generated id.
   */
  readonly acceptRequestId?: boolean
  /**
   * Serves `/docs`, `/openapi.json` and `/errors`, of which the first two have 4.1 and 2.3 MB, to every caller without
   * authentication. When absent, only while no token is a production token. `forUser` never serves them.
   */
  readonly documents?: boolean
  /** The address of `/errors` in your mount, which is then served, for `docs` of errors; a repository path when absent. */
  readonly errorsUrl?: string
  /**
   * The path prefix that a proxy in front of the host removes, such as `/api`. Guards need it to reconstruct the path
   * that the client signed. `X-Forwarded-*` headers are never read.
   */
  readonly strippedPrefix?: string
  /** The format of log lines on stdout: `json`, the default; `pretty`, for development; or `none`. */
  readonly logs?: "json" | "pretty" | "none"
  /**
   * Exports traces, metrics and logs: a `tracer`, `meter` and `logger` of OpenTelemetry, or a layer of Effect. See
   * examples/telemetry.
   */
  readonly telemetry?: OpenTelemetry | TelemetryLayer
  /**
   * Which due work this node does. `all`, the default: all that it has a port for, between calls and in `runDueWork`. With an
   * object, the kinds that are `false` are left to other nodes. `none`, for processes that are frozen or end after a call: the node
   * has no timers, sends no statement at its start, and does due work in `runDueWork` only.
   */
  readonly workers?: "all" | "none" | { readonly [Kind in DueWorkKind]?: boolean }
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
