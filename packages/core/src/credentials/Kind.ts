import type { Activity } from "@countersign/wire"
import type { Effect, Result } from "effect"
import type { CredentialType } from "../model/CredentialType.ts"
import type { EnvironmentKey } from "../model/Environment.ts"
import type { AccountId, CredentialId, PublicKey, RequestId } from "../model/ids.ts"
import type { Millis } from "../model/time.ts"
import type { Found, Plan, Stored } from "../ports/records.ts"
import type { Change, Ref } from "../ports/Store.ts"
import type { Credential } from "./Credential.ts"

/**
 * One type of credential: what it stores and how it proves identity. Everything else (signed retries, sessions, lists,
 * revocation) is the same for all. A new type is a value of this shape and a line in `kinds/index.ts`.
 *
 * Each program decides on what was loaded for it, and answers with changes that the workflow commits together with its
 * own. Its refusals and ports are inferred; `satisfies Kind<…>` checks the rest.
 */
export interface Kind<Material, Submission> {
  readonly type: CredentialType
  readonly register: (registration: Registration<Material>) => Registered
  /** What the programs below read beside the credential, so that a caller can load it all in one round trip. */
  readonly reads: (environment: EnvironmentKey, credentialId: CredentialId) => ReadonlyArray<Ref>
  readonly challenge: (
    credential: Stored<Credential>,
    found: Found,
    at: Millis
  ) => Effect.Effect<Challenged, unknown, unknown>
  readonly verify: (
    credential: Stored<Credential>,
    found: Found,
    submission: Submission,
    request: RequestTerms
  ) => Effect.Effect<Proven, unknown, unknown>
  /** The changes that go with opening the session `verify` promised, if that promise still stands. */
  readonly finish: (
    credential: Stored<Credential>,
    found: Found,
    requestId: RequestId,
    at: Millis
  ) => Result.Result<Plan, unknown>
}

export interface Registration<Material> {
  readonly environment: EnvironmentKey
  readonly credentialId: CredentialId
  readonly accountId: AccountId
  readonly material: Material
  readonly at: Millis
}

/** The credential, and the records it keeps beside it. */
export interface Registered {
  readonly credential: Credential
  readonly companions: ReadonlyArray<Change>
}

/** What a challenge answers beside the credential itself. */
export interface Challenged {
  readonly plan: Plan
  readonly otpEncryptionTargetBundle: string
}

/** The pending request a proof would go with. */
export interface RequestTerms {
  readonly requestId: RequestId
  readonly at: Millis
  readonly expiresAt: Millis
}

/** Identity is proved; a session opens once the holder of `publicKey` has signed the activity. */
export interface Proven {
  readonly publicKey: PublicKey
  readonly activity: Activity
  readonly plan: Plan
}
