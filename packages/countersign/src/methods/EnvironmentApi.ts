import type { Environment } from "../types.ts"
import type { CredentialsApi, GuardiansApi, RecoveriesApi, SessionsApi } from "./authentication.ts"
import type { Retry } from "./calls.ts"
import type { BeneficialOwnersApi, CustomersApi, InternalAccountsApi, VerificationsApi } from "./customers.ts"
import type { Guards, OwnCall, ReceiptsApi, SignedOrNot } from "./host.ts"
import type {
  ActivityApi,
  DiscoveriesApi,
  ExternalAccountsApi,
  QuotesApi,
  TransactionsApi,
  TransfersApi
} from "./payments.ts"
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
 * The promise API of one environment. It cannot read or change records of another environment. Each call runs the decoders, the
 * handler and the encoders of its endpoint in this process, and rejects with `CountersignError` when the endpoint
 * refuses it. Operations that need a signature resolve to a `SignedRequestChallenge` on the first call, and to their
 * result on the signed retry.
 */
export interface EnvironmentApi extends Guards {
  /** Customers of the platform, each with an embedded wallet. */
  readonly customers: CustomersApi
  /** The accounts that customers hold here: embedded wallets and fiat accounts. */
  readonly internalAccounts: InternalAccountsApi
  /** Verifications of customers (KYC and KYB). */
  readonly verifications: VerificationsApi
  /** The beneficial owners of businesses. */
  readonly beneficialOwners: BeneficialOwnersApi
  /** Bank accounts and wallets elsewhere, of a customer or of the platform. An account is found only under its owner. */
  readonly externalAccounts: ExternalAccountsApi
  /** The banks that payouts reach. */
  readonly discoveries: DiscoveriesApi
  /** Offered terms of payments, and their execution. */
  readonly quotes: QuotesApi
  /** Transfers between an external and an internal account, in one currency. */
  readonly transfers: TransfersApi
  /** Payments, outgoing and incoming. */
  readonly transactions: TransactionsApi
  /** The history of an account. */
  readonly activity: ActivityApi
  /** The sign-in methods of wallets. */
  readonly credentials: CredentialsApi
  /** Logins of wallets. */
  readonly sessions: SessionsApi
  /**
   * Recovery of wallets whose owners lost every credential. Each method is off until the platform's settings enable it,
   * and rejects with `RECOVERY_DISABLED` (403). Rejects with `REFERENCE_NOT_FOUND` (404) for an unknown id.
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
   * Acts of the platform's support staff. None of them needs the end user's signature, and none signs, adds, exports or
   * redirects. Each leaves a receipt with the justification and notifies the end user. Each rejects with
   * `REFERENCE_NOT_FOUND` (404) for an unknown wallet or credential.
   */
  readonly operators: OperatorsApi
  /** Operations of sandbox environments only. */
  readonly sandbox: SandboxApi
  /**
   * Receipts of authorised actions, with the signature that authorised each of them. Pages of 100, oldest first. An
   * export has one receipt per line, as JSON.
   */
  readonly receipts: ReceiptsApi
  /**
   * Requires a signature for a call to the host. The first call resolves to a challenge, to be returned with status
   * 202. The retry with its request id and stamp resolves to `isSigned: true`, once.
   */
  readonly signedCall: (call: OwnCall, retry?: Retry) => Promise<SignedOrNot>
}

/** The operations of the HTTP API as promises, for a host that acts on its own behalf. */
export interface CountersignApi {
  /**
   * Returns the API of one environment. Throws a `TypeError` for a malformed one. Every call rejects when no token of
   * that mode is configured.
   */
  readonly in: (environment: Environment) => EnvironmentApi
}

/** The operations that have no HTTP endpoint and that only the host can run. */
export interface HostPrograms extends Pick<EnvironmentApi, "receipts" | "signedCall"> {
  readonly customers: Pick<CustomersApi, "erase" | "reportVerification">
  readonly beneficialOwners: Pick<BeneficialOwnersApi, "reportVerification">
  readonly externalAccounts: Pick<ExternalAccountsApi, "reportVerification" | "destination">
  readonly tokens: Pick<TokensApi, "revokeStolen">
}

/** The resources with only HTTP endpoints that `surface` does not have, because files of their own have them. */
type Elsewhere = "operators" | "settings" | "platforms" | "recoveries" | "guardians"

/** The operations of `surface`, each with an HTTP endpoint. */
export type Endpoints = {
  readonly [Name in Exclude<
    keyof EnvironmentApi,
    keyof Guards | Elsewhere | "receipts" | "signedCall"
  >]: Name extends keyof HostPrograms ? Omit<EnvironmentApi[Name], keyof HostPrograms[Name]> : EnvironmentApi[Name]
}
