// Printed from the table of ports by `npm run docs`. Change the row of the port, not this file.
import type { ExternalAccountOptions, MailerOptions, PaymentRailsOption, VaultOptions } from "./hostPorts.ts"
import type { PortLayer } from "./PortLayer.ts"

/** The options that bring a port of the host. */
export interface PortOptions {
  /**
   * Where all data is stored, such as `postgres({ pool })` of `@countersign/postgres`. When absent, in memory, and lost
   * when the process ends. Required with a production token.
   */
  readonly store?: PortLayer<"Store">
  /**
   * Encrypts data at rest with keys of a key management service. When absent, with `keys.vault`. With it, `keys.vault`
   * encrypts nothing more: it decrypts what it encrypted before, and still derives API tokens and webhook keys.
   */
  readonly vault?: VaultOptions
  /** Enforces the rate limits of `policy`. When absent, token buckets in the store, which all nodes share. */
  readonly throttle?: PortLayer<"Throttle">
  /**
   * The wallets behind embedded-wallet accounts. When absent, they are derived from `keys.wallets`, or from the only
   * vault key.
   */
  readonly wallets?: PortLayer<"Wallets">
  /** Sends codes and notices by mail. Required with a production token; the sandbox does not use it. */
  readonly mailer?: MailerOptions
  /**
   * How production verifies external accounts. When absent, an account stays pending until the host reports a result
   * with `api.in(…).externalAccounts.reportVerification`.
   */
  readonly externalAccounts?: ExternalAccountOptions
  /**
   * Moves money in production. Without it, quotes, transfers and transactions are not available to production tokens.
   */
  readonly paymentRails?: PaymentRailsOption
}
