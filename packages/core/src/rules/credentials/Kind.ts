import type { Activity } from "@countersign/wire"
import type { Effect, Result, Schema } from "effect"
import type { Branding, EmbeddedWalletConfig } from "../../model/EmbeddedWalletConfig.ts"
import type { EnvironmentKey, Millis } from "../../model/Environment.ts"
import type { CatalogueEntry } from "../../model/faults.ts"
import type { AccountId, CredentialId, PublicKey, RequestId } from "../../model/ids.ts"
import type { PolicyValues } from "../../model/Policy.ts"
import type { AssertionEvidence } from "../../ports/Passkeys.ts"
import type { Json } from "../../store/Collection.ts"
import type { Limited, OneOf, Plan, Stored, Write } from "../../store/records.ts"
import type { Change } from "../../store/Store.ts"
import type { Credential, Spent } from "./Credential.ts"
import type { CodeMailOrder } from "./kinds/email-otp/codes.ts"
import type { EmailOtp } from "./kinds/email-otp/EmailOtp.ts"

/**
 * One type of credential: what it stores and how it proves identity. Everything else (signed retries, sessions, lists,
 * revocation) is the same for all. A new type is a value of this shape and a line in `kinds/index.ts`.
 *
 * Bodies come as JSON that `addition` or `submission` has taken already; a kind reads them with its own schema. What
 * needs a port returns an {@link Inquiry}; what it decides are changes that the operation commits together with its own.
 * Refusals and ports are inferred; `satisfies Kind` checks the rest.
 */
export interface Kind {
  /** What a mail calls it, at the beginning of a sentence. */
  readonly label: string
  /** The body that adds one, and the body that proves identity with one. */
  readonly addition: Schema.Codec<unknown, unknown>
  readonly submission: Schema.Codec<unknown, unknown>
  /** How identity is proved: by a verify call alone, by one that names its challenge, or by one and its signed retry. */
  readonly proof: "verify" | "challenge, verify" | "verify, sign"
  /** What each step refuses. The endpoints declare it: a refusal that is missing here does not compile there. */
  readonly refusals: { readonly [Step in KindStep]: Readonly<Record<string, { readonly entry: CatalogueEntry }>> }

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
  readonly retire: (kept: Kept) => ReadonlyArray<Change>
  /** The records its credentials keep beside them; `undefined` for those of other kinds. */
  readonly reads: (environment: EnvironmentKey, credentialId: CredentialId) => KeptReads

  /** Whether a lock of this credential is lifted while another credential of the account has an active session. */
  readonly isLocked: (kept: Kept, at: Millis) => boolean
  readonly challenge: (
    credential: Credential,
    kept: Kept,
    terms: ChallengeTerms
  ) => Result.Result<Inquiry<ChallengeRound, Challenged>, unknown>
  readonly verify: (
    credential: Credential,
    kept: Kept,
    submission: Json,
    terms: RequestTerms
  ) => Result.Result<Inquiry<ProofRound, Proven>, unknown>
  /** After the signature: the changes that go with opening the session `verify` promised, if that promise is still valid. */
  readonly finish: (kept: Kept, requestId: RequestId, at: Millis) => Result.Result<Write, unknown>
}

/** A step of a call that a kind has a part in. */
export type KindStep = "add" | "challenge" | "verify"

/** The records that credentials keep beside them. */
export interface Kept {
  readonly otp: Stored<EmailOtp> | undefined
  readonly mail: Stored<CodeMailOrder> | undefined
}

export type KeptReads = {
  readonly otp: OneOf<EmailOtp> | undefined
  readonly mail: OneOf<CodeMailOrder> | undefined
}

/**
 * What a kind needs the world for: a proof verified, a code drawn. `asks` is what it depends on: after a conflict it is
 * asked again only where that is another value. The answer is a pure function, which decides on the records of each round.
 */
export interface Inquiry<Round, Answer> {
  readonly asks: unknown
  /** The client key that a session opens for, where an answer that passes opens one at once. */
  readonly opensFor: string | undefined
  readonly answer: Effect.Effect<(round: Round) => Result.Result<Answer, unknown>, unknown, unknown>
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
  readonly policy: PolicyValues
  /** What the platform wants of codes and their mails. */
  readonly config: EmbeddedWalletConfig
  /** As it was sent: unread, for kinds that have no use for it. */
  readonly clientPublicKey: Json | undefined
}

export interface ChallengeRound {
  readonly credential: Stored<Credential>
  readonly kept: Kept
  readonly policy: PolicyValues
  readonly at: Millis
  /** What is true while another credential of the account has an active session; undefined where none has. */
  readonly otherSession: Write["guards"] | undefined
}

/** A code was issued, or a session to a client key is to be asserted. */
export type Challenged =
  | { readonly _tag: "CodeIssued"; readonly plan: Plan & Limited; readonly otpEncryptionTargetBundle: string }
  | { readonly _tag: "AssertionAwaited"; readonly clientPublicKey: string; readonly credentialId: string }

export interface RequestTerms {
  readonly at: Millis
  readonly expiresAt: Millis
  /** The login that `AssertionAwaited` began, where the call names one that still waits. */
  readonly awaited?: { readonly payload: string; readonly clientPublicKey: string } | undefined
}

export interface ProofRound {
  readonly credential: Stored<Credential>
  readonly kept: Kept
  readonly policy: PolicyValues
  /** What the platform set of its mails. */
  readonly branding: Branding
  readonly requestId: RequestId
  readonly at: Millis
}

/** Identity is proved. */
export type Proven =
  /** The session opens once the holder of `publicKey` has signed the activity. */
  | { readonly _tag: "SignFirst"; readonly publicKey: PublicKey; readonly activity: Activity; readonly plan: Plan }
  /** The session opens now. `credential` is what becomes of the credential. */
  | {
      readonly _tag: "OpenNow"
      readonly credential: Credential
      readonly plan: Plan
      /** That a passkey asserted the payload of the awaited request, where it did. */
      readonly evidence?: AssertionEvidence
    }
