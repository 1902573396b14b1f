// Printed from the contract: npm run docs

import type { CredentialsApi, GuardiansApi, RecoveriesApi, SessionsApi } from "./authentication.ts"
import type { EnvironmentOfHost } from "./byHand.ts"
import type { BeneficialOwnersApi, CustomersApi, InternalAccountsApi, VerificationsApi } from "./customers.ts"
import type { ActivityApi, DepositsApi, DiscoveriesApi, QuotesApi, TransactionsApi } from "./payments.ts"
import type {
  ConfigApi,
  OperatorsApi,
  PlatformsApi,
  SandboxApi,
  SettingsApi,
  TokensApi,
  WebhooksApi
} from "./platform.ts"

/**
 * The promise API of one environment. It cannot read or change records of another environment. Each call runs the
 * decoders, the handler and the encoders of its endpoint in this process, and rejects with `CountersignError` when
 * the endpoint refuses it. Operations that need a signature resolve to a `SignedRequestChallenge` on the first
 * call, and to their result on the signed retry.
 */
export interface EnvironmentApi extends EnvironmentOfHost {
  /** Customers of the platform, each with an embedded wallet. */
  readonly customers: CustomersApi
  /** The accounts that customers hold here: embedded wallets and fiat accounts. */
  readonly internalAccounts: InternalAccountsApi
  /** Verifications of customers (KYC and KYB). */
  readonly verifications: VerificationsApi
  /** The beneficial owners of businesses. */
  readonly beneficialOwners: BeneficialOwnersApi
  /** The banks that payouts reach. */
  readonly discoveries: DiscoveriesApi
  /** Offered terms of payments, and their execution. */
  readonly quotes: QuotesApi
  /** Payments, outgoing and incoming. */
  readonly transactions: TransactionsApi
  /** Money that arrived at the host's bank. */
  readonly deposits: DepositsApi
  /** The history of an account. */
  readonly activity: ActivityApi
  /** The sign-in methods of wallets. */
  readonly credentials: CredentialsApi
  /** Logins of wallets. */
  readonly sessions: SessionsApi
  /**
   * Recovery of wallets whose owners lost every credential. Each method is off until the platform's settings enable
   * it, and rejects with `RECOVERY_DISABLED` (403). Rejects with `REFERENCE_NOT_FOUND` (404) for an unknown id.
   */
  readonly recoveries: RecoveriesApi
  /** The people whose passkeys can start the recovery of a wallet. */
  readonly guardians: GuardiansApi
  /** The API tokens of this environment. */
  readonly tokens: TokensApi
  /** The configuration of the platform: webhooks, codes and currencies. */
  readonly config: ConfigApi
  /** Deliveries of webhooks, and the keys that verify them. */
  readonly webhooks: WebhooksApi
  /** The settings of the platform: how its end users sign in and what they may do. */
  readonly settings: SettingsApi
  /** The platforms that this one created, each an environment of its own in the same mode. */
  readonly platforms: PlatformsApi
  /**
   * Acts of the platform's support staff. None of them needs the end user's signature, and none signs, adds, exports
   * or redirects. Each leaves a receipt with the justification and notifies the end user.
   */
  readonly operators: OperatorsApi
  /** Operations of sandbox environments only. */
  readonly sandbox: SandboxApi
}
