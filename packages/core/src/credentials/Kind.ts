import type { Activity } from "@countersign/wire"
import type { Effect, Result, Schema } from "effect"
import type { CredentialType } from "../model/CredentialType.ts"
import type { Branding, EmbeddedWalletConfig } from "../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { AccountId, CredentialId, PublicKey, RequestId } from "../model/ids.ts"
import type { Millis } from "../model/time.ts"
import type { Json } from "../ports/Collection.ts"
import type { AssertionEvidence } from "../ports/Passkeys.ts"
import type { Found, Plan, Stored } from "../ports/records.ts"
import type { Change, Ref, Store, StoreUnavailable } from "../ports/Store.ts"
import type { Credential } from "./Credential.ts"
import type { Spent } from "./spent.ts"

/**
 * One type of credential: what it stores and how it proves identity. Everything else (signed retries, sessions, lists,
 * revocation) is the same for all. A new type is a value of this shape and a line in `kinds/index.ts`.
 *
 * Bodies come as JSON that `addition` or `submission` has taken already; a kind reads them with its own schema. Each
 * program decides on what was loaded for it, and answers with changes that the workflow commits together with its own.
 * Refusals and ports are inferred; `satisfies Kind` checks the rest.
 */
export interface Kind {
  readonly type: CredentialType
  /** The body that adds one, and the body that proves identity with one. */
  readonly addition: Schema.Codec<unknown, unknown>
  readonly submission: Schema.Codec<unknown, unknown>
  /** How identity is proved: by a verify call alone, by one that names its challenge, or by one and its signed retry. */
  readonly proof: "verify" | "challenge, verify" | "verify, sign"

  /** Judges an addition: what would be kept, and what the user signs for it. */
  readonly prepare: (addition: Json, terms: AdditionTerms) => Effect.Effect<Prepared, unknown, unknown>
  /** What of an addition proves identity elsewhere too. No record keeps it. */
  readonly secret: (addition: Json) => string | undefined
  /** The credential, and the records it keeps beside it. `isAnnounced`: its first challenge is part of the answer. */
  readonly register: (registration: Registration) => Effect.Effect<Registered, unknown, unknown>
  /** What a second credential of the same identity is refused with. */
  readonly exists: () => unknown
  /**
   * The refusal of what an earlier call consumed (`taken`), and of what has expired by the store's clock (`late`);
   * `undefined` decides again.
   */
  readonly replayed: (because: "taken" | "late") => unknown
  /** What the user signs to have it removed, and the records that go with it. */
  readonly removal: (credential: Credential) => Activity
  readonly retire: (found: Found, environment: EnvironmentKey, credentialId: CredentialId) => ReadonlyArray<Change>

  /** What the programs below read beside the credential, so that a caller can load it all in one round trip. */
  readonly reads: (environment: EnvironmentKey, credentialId: CredentialId) => ReadonlyArray<Ref>
  readonly challenge: (
    credential: Stored<Credential>,
    found: Found,
    terms: ChallengeTerms
  ) => Effect.Effect<Challenged, unknown, unknown>
  readonly verify: (
    credential: Stored<Credential>,
    found: Found,
    submission: Json,
    terms: RequestTerms
  ) => Effect.Effect<Proven, unknown, unknown>
  /** After the signature: the changes that go with opening the session `verify` promised, if that promise still stands. */
  readonly finish: (
    credential: Stored<Credential>,
    found: Found,
    requestId: RequestId,
    at: Millis
  ) => Result.Result<Plan, unknown>
}

export interface AdditionTerms {
  readonly accountId: AccountId
  /** The address on the customer record, if there is one. */
  readonly email: string | undefined
  readonly at: Millis
}

export interface Prepared {
  readonly material: Json
  readonly nickname: string
  /** What no second credential of the environment may share (I6). */
  readonly identity: string
  readonly activity: Activity
  /** The customer's address it was prepared for, where it depends on that. */
  readonly address?: string
  /** What the addition consumes when the credential is added, and until when that is stored. */
  readonly spends?: Spent
  /** What the first call consumes, also where it is answered with a payload to sign. The call is refused from `until` on. */
  readonly consumes?: { readonly once: Spent; readonly until: Millis }
}

export interface Registration {
  readonly environment: EnvironmentKey
  readonly credentialId: CredentialId
  readonly accountId: AccountId
  readonly material: Json
  readonly nickname: string
  readonly identity: string
  readonly at: Millis
  /** What the platform wants of a code that goes out with the answer; undefined where none does. */
  readonly announcement: EmbeddedWalletConfig | undefined
}

export interface Registered {
  readonly credential: Credential
  readonly companions: ReadonlyArray<Change>
  readonly otpEncryptionTargetBundle?: string
}

export interface ChallengeTerms {
  readonly at: Millis
  /** What the platform wants of codes and their mails. */
  readonly config: EmbeddedWalletConfig
  /**
   * What holds while another credential of the account has an active session; undefined where none has. Read on demand:
   * few challenges need it.
   */
  readonly otherSession: Effect.Effect<Plan["guards"] | undefined, StoreUnavailable, Store>
  /** As it was sent: unread, for kinds that have no use for it. */
  readonly clientPublicKey: Json | undefined
}

/** A code was issued, or a session to a client key is to be asserted. */
export type Challenged =
  | { readonly _tag: "CodeIssued"; readonly plan: Plan; readonly otpEncryptionTargetBundle: string }
  | { readonly _tag: "AssertionAwaited"; readonly clientPublicKey: string; readonly credentialId: string }

export interface RequestTerms {
  /** What the platform set of its mails. Read on demand: few proofs need it. */
  readonly branding: Effect.Effect<Branding, StoreUnavailable, Store>
  readonly requestId: RequestId
  readonly at: Millis
  readonly expiresAt: Millis
  /** The login that `AssertionAwaited` began, where the call names one that still waits. */
  readonly awaited?: { readonly payload: string; readonly clientPublicKey: string } | undefined
}

/** Identity is proved. */
export type Proven =
  /** The session opens once the holder of `publicKey` has signed the activity. */
  | { readonly _tag: "SignFirst"; readonly publicKey: PublicKey; readonly activity: Activity; readonly plan: Plan }
  /** The session opens now, for the holder of the client key. `credential` is what becomes of the credential. */
  | {
      readonly _tag: "OpenNow"
      readonly clientPublicKey: string
      readonly credential: Credential
      readonly plan: Plan
      /** That a passkey asserted the payload of the awaited request, where it did. */
      readonly evidence?: AssertionEvidence
    }
