import type { Activity } from "@countersign/wire"
import type { Effect, Result, Schema } from "effect"
import type { Branding, EmbeddedWalletConfig } from "../../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../../model/Environment.ts"
import type { AccountId, CredentialId, PublicKey, RequestId } from "../../../model/ids.ts"
import type { PolicyValues } from "../../../model/Policy.ts"
import type { CatalogueEntry } from "../../../model/Refusal.ts"
import type { PlatformIssuers } from "../../../ports/IdentityTokens.ts"
import type { AssertionEvidence, RelyingParties } from "../../../ports/Passkeys.ts"
import type { Json } from "../../../store/Collection.ts"
import type { Draft, Limited, Plan, Write } from "../../../store/plans.ts"
import type { FoundOf, OneOf, Stored } from "../../../store/records.ts"
import type { Change } from "../../../store/Store.ts"
import type { CodeChallenge } from "../../one-time-codes/codes.ts"
import type { CodeMailOrder } from "../../one-time-codes/rules/codes.ts"
import type { OneTimeCode } from "../../one-time-codes/rules/OneTimeCode.ts"
import type { Credential, UsedValue } from "../rules/Credential.ts"

/**
 * One type of credential: what it stores and how it proves identity. Everything else (signed retries, sessions, lists,
 * revocation) is common to all types. A new type is a value of this shape and a line in `kinds/index.ts`.
 *
 * Bodies are JSON that has passed `addition` or `submission`; a kind decodes them with its own schema. Steps that need
 * a port return an {@link Inquiry}. The changes a kind decides on are committed together with those of the operation.
 * Refusals and ports are inferred; `satisfies Kind` checks the rest.
 */
export interface Kind {
  /** Its name in mails, at the beginning of a sentence. */
  readonly label: string
  /** Whether the end user chooses the nickname. Otherwise it is the address or identity of the credential. */
  readonly isNamedByUser: boolean
  /** The request bodies that add such a credential, and that prove identity with it. */
  readonly addition: Schema.Codec<unknown, unknown>
  readonly submission: Schema.Codec<unknown, unknown>
  /**
   * The calls of a login: a verify call alone, a challenge and a verify call, or a verify call and its signed retry.
   */
  readonly proof: "verify" | "challenge, verify" | "verify, sign"
  /** The refusals of each step. The endpoints declare them: a refusal that is missing here does not compile there. */
  readonly refusals: { readonly [Step in KindStep]: Readonly<Record<string, { readonly entry: CatalogueEntry }>> }

  /** Validates an addition. Returns what would be stored, and what the user signs. */
  readonly prepare: (addition: Json, terms: AdditionTerms) => Effect.Effect<Prepared, unknown, unknown>
  /** The part of an addition that could prove identity elsewhere, such as a token. It must not be stored. */
  readonly secret: (addition: Json) => string | undefined
  /** Returns the credential and its additional records. `isAnnounced`: the reply contains its first challenge. */
  readonly register: (registration: Registration) => Effect.Effect<Registered, unknown, unknown>
  /** The refusal for a second credential of the same identity. */
  readonly exists: () => unknown
  /**
   * The refusal for a value that an earlier call consumed (`taken`) or that has expired by the store's clock (`late`).
   * `undefined` retries.
   */
  readonly replayed: (because: "taken" | "late") => unknown
  /** The activity that the user signs to remove the credential, and the changes to its additional records. */
  readonly removal: (credential: Credential) => Activity
  readonly retire: (stored: KindRecords) => ReadonlyArray<Change>
  /** The additional records of its credentials; `undefined` for credentials of other kinds. */
  readonly reads: (environment: EnvironmentKey, credentialId: CredentialId) => KindReads

  /**
   * Returns whether the credential is locked. An active session of another credential of the account lifts the lock.
   */
  readonly isLocked: (stored: KindRecords, at: Millis) => boolean
  /** Returns whether a wrong proof would lock the credential. */
  readonly mayLock: (stored: KindRecords, policy: PolicyValues) => boolean
  readonly challenge: (
    credential: Credential,
    stored: KindRecords,
    terms: ChallengeTerms
  ) => Result.Result<Inquiry<ChallengeRound, Challenged>, unknown>
  readonly verify: (
    credential: Credential,
    stored: KindRecords,
    submission: Json,
    terms: RequestTerms
  ) => Result.Result<Inquiry<ProofRound, Proven>, unknown>
  /**
   * Called after the signature: the changes that accompany the session promised by `verify`, if the promise is still
   * valid.
   */
  readonly finish: (stored: KindRecords, requestId: RequestId) => Result.Result<Write, unknown>
}

/** A step that a kind takes part in. */
export type KindStep = "add" | "challenge" | "verify"

/** The additional records of credentials. */
export type KindReads = {
  readonly otp: OneOf<OneTimeCode> | undefined
  readonly mail: OneOf<CodeMailOrder> | undefined
}
export type KindRecords = FoundOf<KindReads>

/**
 * Port calls of a kind, such as verifying a proof or generating a code. `inputs` is their input: after a conflict they
 * run again only if it has changed. They return a pure function, which decides on the records of each attempt.
 */
export interface Inquiry<Round, Answer> {
  readonly inputs: unknown
  /** The client key of the session, if a successful answer opens one immediately. */
  readonly opensFor: string | undefined
  readonly answer: Effect.Effect<(round: Round) => Result.Result<Answer, unknown>, unknown, unknown>
}

/** The trust of the settings of the platform; undefined for that of the deployment. */
interface Trusted {
  readonly relyingParties?: RelyingParties | undefined
  readonly issuers?: PlatformIssuers | undefined
}

export interface AdditionTerms extends Trusted {
  readonly accountId: AccountId
  /** The customer's address, if there is one. */
  readonly email: string | undefined
  readonly at: Millis
}

export interface Prepared {
  readonly material: Json
  readonly nickname: string
  /** Unique among the credentials of the environment (I6). */
  readonly identity: string
  readonly activity: Activity
  /** The customer's address at the time of the first leg, if the addition depends on it. */
  readonly address?: string
  /** The single-use value that the addition consumes when the credential is added. */
  readonly spends?: UsedValue
  /**
   * The single-use value that the first call consumes, even if it is answered with a payload to sign. From `until` on
   * the call is refused.
   */
  readonly consumes?: { readonly once: UsedValue; readonly until: Millis }
}

export interface Registration extends Pick<Prepared, "identity" | "material" | "nickname"> {
  readonly environment: EnvironmentKey
  readonly credentialId: CredentialId
  readonly accountId: AccountId
  readonly at: Millis
  /** The platform's settings for a code that is part of the reply; undefined without one. */
  readonly announcement: EmbeddedWalletConfig | undefined
}

export interface Registered {
  readonly credential: Credential
  readonly companions: ReadonlyArray<Change>
  readonly otpEncryptionTargetBundle?: string
}

export interface ChallengeTerms {
  readonly at: Millis
  readonly policy: PolicyValues
  /** The platform's settings for codes and their mails. */
  readonly config: EmbeddedWalletConfig
  /** As received; undecoded, for kinds that do not use it. */
  readonly clientPublicKey: Json | undefined
}

export interface ChallengeRound {
  readonly credential: Stored<Credential>
  readonly kept: KindRecords
  readonly policy: PolicyValues
  readonly at: Millis
  /** Guards that another credential of the account still has an active session; undefined if none has. */
  readonly otherSession: Write["guards"] | undefined
}

/** A code was issued, or an assertion is expected for a session of a client key. */
export type Challenged =
  | ({ readonly _tag: "CodeIssued"; readonly plan: Plan & Limited } & CodeChallenge)
  | { readonly _tag: "AssertionAwaited"; readonly clientPublicKey: string; readonly credentialId: string }

export interface RequestTerms extends Trusted {
  readonly at: Millis
  readonly expiresAt: Millis
  /** The login started by `AssertionAwaited`, if the call names one that is still pending. */
  readonly awaited?: { readonly payload: string; readonly clientPublicKey: string } | undefined
  /** The operation has consumed the identity token before, to add the credential. */
  readonly isConsumed?: true | undefined
}

export interface ProofRound extends Omit<ChallengeRound, "otherSession"> {
  /** The platform's branding of its mails. */
  readonly branding: Branding
  /** Added to the plan of a wrong proof that locks the credential. */
  readonly onLock?: ReadonlyArray<Draft>
  readonly requestId: RequestId
}

/** The result of a successful proof of identity. */
export type Proven =
  /** The session opens after the holder of `publicKey` has signed the activity. */
  | { readonly _tag: "SignFirst"; readonly publicKey: PublicKey; readonly activity: Activity; readonly plan: Plan }
  /** The session opens now. `credential` is the credential to store. */
  | {
      readonly _tag: "OpenNow"
      readonly credential: Credential
      readonly plan: Plan
      /** Evidence that a passkey asserted the payload of the pending request, if it did. */
      readonly evidence?: AssertionEvidence
      /** The digest of the OIDC token that proved the identity, if one did. */
      readonly tokenSha256?: string
    }
