import type { Activity } from "@countersign/wire"
import type { Schema } from "effect"
import type { Millis } from "../../model/Environment.ts"
import type { AccountId, RequestId } from "../../model/ids.ts"
import type { AuthorisedBy } from "../../rules/receipts/chain.ts"
import type * as SignedRequest from "../../rules/signed-requests/SignedRequest.ts"
import type { Signer } from "../../rules/signed-requests/Signer.ts"
import type { Json } from "../../store/Collection.ts"
import type { Plan } from "../../store/records.ts"
import type { Conflict } from "../../store/Store.ts"
import type { Decision, Receipted } from "../operation.ts"

/** Any operation that needs the end user's signature, without the steps of its two legs. */
export interface SignedOperation<Command, Intent, TakenE> {
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
  /** What of the body stands in the payload, and in no record. */
  readonly secret?: (command: Command) => string | undefined
  /** What the first leg decided, as it is stored until the second. The intent, not the second body, says what is done. */
  readonly intent: Schema.Codec<Intent, Json>
  /**
   * The refusal for a conflict that deciding again would find again: a unique key that is taken, a first leg that is too
   * late by the store's clock. `undefined` decides again.
   */
  readonly lost?: (conflict: Conflict, command: Command) => TakenE | undefined
}

/** What the steps of a first leg are given beside what those of every operation are. */
export interface FirstLeg {
  readonly requestId: RequestId
  readonly expiresAt: Millis
}

/** What the steps of a second leg are given beside what those of every operation are. */
export interface SecondLeg<Intent> {
  readonly intent: Intent
  readonly requestId: RequestId
}

/** The user has to sign. */
export interface Begun<Intent> extends Plan {
  readonly _tag: "Begun"
  readonly accountId: AccountId
  readonly credentialType: string
  readonly signer: Signer
  readonly activity: Activity
  readonly intent: Intent
}

/** No signature is needed: the first call is the only one. */
export interface Immediate<Reply> extends Decision<Reply>, Partial<Receipted> {
  readonly _tag: "Immediate"
}

export interface Finished<Reply> extends Decision<Reply> {
  /** Whose key signed, where the signer is the holder of a key: of a session of the account the shell knows. */
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
