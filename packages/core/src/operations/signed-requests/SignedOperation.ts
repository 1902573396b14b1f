import type { Activity } from "@countersign/wire"
import type { Effect, Schema } from "effect"
import type { CredentialType } from "../../model/CredentialType.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, RequestId } from "../../model/ids.ts"
import type { Millis } from "../../model/time.ts"
import type { Json } from "../../ports/Collection.ts"
import type { Found, Plan } from "../../ports/records.ts"
import type { Conflict, Ref } from "../../ports/Store.ts"
import type { AuthorisedBy } from "../../receipts/chain.ts"
import type * as SignedRequest from "../../signed-requests/SignedRequest.ts"
import type { Signer } from "../../signed-requests/Signer.ts"

/**
 * Any operation that needs the end user's signature. `begin` decides what will be done; `finish` says which changes
 * do it. The combinator does the rest: the pending request, its payload, the stamp, single use, one commit.
 */
export interface SignedOperation<Command, Intent, Reply, BeginE, BeginR, FinishE, FinishR, TakenE> {
  /** Names the operation in every request it issues: an id of one operation never finishes another. */
  readonly name: string
  /**
   * The call a host answers, and the retry must repeat. `body` is the body as it was sent, null where there was none:
   * a client compares its digest with what it asked for, and knows of no spelling but its own.
   */
  readonly call: (command: Command) => { readonly method: string; readonly path: string; readonly body: Json }
  /** Whose session signs, where the caller names the account outside of the body: the retry must name it again. */
  readonly account?: (command: Command) => AccountId
  /** Who makes the first call, where the host knows: its limit is then the caller's, and not the account's. */
  readonly caller?: (command: Command) => string | undefined
  /** What both legs read, loaded in one round trip with what the combinator itself needs. */
  readonly reads: (command: Command, environment: EnvironmentKey) => ReadonlyArray<Ref>
  /** What the first leg reads, where the second reads more. */
  readonly readsToBegin?: (command: Command, environment: EnvironmentKey) => ReadonlyArray<Ref>
  /** What of the body stands in the payload, and in no record. */
  readonly secret?: (command: Command) => string | undefined
  /** What the first leg decided, as it is stored until the second. */
  readonly intent: Schema.Codec<Intent, Json>
  readonly begin: (leg: FirstLeg<Command>) => Effect.Effect<Begun<Intent> | Immediate<Reply>, BeginE, BeginR>
  /** The intent, not the body of the second leg, says what is done. It may be run again: it changes nothing itself. */
  readonly finish: (leg: SecondLeg<Intent>) => Effect.Effect<Finished<Reply>, FinishE, FinishR>
  /**
   * The refusal for a conflict that deciding again would find again: a unique key that is taken, a first leg that is too
   * late by the store's clock. `undefined` decides again.
   */
  readonly lost?: (conflict: Conflict, command: Command) => TakenE | undefined
}

export interface FirstLeg<Command> {
  readonly command: Command
  readonly found: Found
  readonly environment: EnvironmentKey
  readonly requestId: RequestId
  readonly at: Millis
  readonly expiresAt: Millis
}

/** The user has to sign. */
export interface Begun<Intent> {
  readonly _tag: "Begun"
  readonly accountId: AccountId
  readonly credentialType: CredentialType
  readonly signer: Signer
  readonly activity: Activity
  readonly intent: Intent
  readonly plan: Plan
}

/** Nobody has to sign: the first call is the only one. */
export interface Immediate<Reply> {
  readonly _tag: "Immediate"
  readonly plan: Plan
  readonly reply: Reply
}

export interface SecondLeg<Intent> {
  readonly intent: Intent
  readonly requestId: RequestId
  readonly found: Found
  readonly environment: EnvironmentKey
  readonly at: Millis
}

export interface Finished<Reply> {
  readonly plan: Plan
  readonly reply: Reply
  /** Whose key signed, where the signer is the holder of a key: of a session of the account the combinator knows. */
  readonly by?: AuthorisedBy
}

/** The two headers of a retry. Both absent: the first call. */
export interface RetryHeaders {
  readonly stamp?: string | undefined
  readonly requestId?: RequestId | undefined
}

/** The first call is answered with a payload to sign, the retry with the operation's reply. */
export type Outcome<Reply> =
  | { readonly _tag: "Challenge"; readonly request: SignedRequest.Pending }
  | { readonly _tag: "Done"; readonly reply: Reply }
