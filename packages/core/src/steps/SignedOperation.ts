import type { Activity } from "@countersign/wire"
import type { AccessPolicy } from "../model/AccessPolicy.ts"
import type { EnvironmentKey, Millis } from "../model/Environment.ts"
import type { AccountId, RequestId, SessionId } from "../model/ids.ts"
import type { Json } from "../store/Collection.ts"
import { type Limited, noChanges, type Plan } from "../store/plans.ts"
import type { ManyOf, Stored } from "../store/records.ts"
import type { Conflict, FieldOf } from "../store/Store.ts"
import type { StepUp } from "../things/access/rules/refusals.ts"
import type { InternalAccount } from "../things/accounts/rules/InternalAccount.ts"
import type { AuthorisedBy } from "../things/receipts/rules/chain.ts"
import type { Details } from "../things/receipts/rules/Details.ts"
import type { Session } from "../things/sessions/rules/Session.ts"
import type { PlatformSettings } from "../things/settings/rules/PlatformSettings.ts"
import type * as SignedRequest from "../things/signed-requests/rules/SignedRequest.ts"
import type { Signer } from "../things/signed-requests/rules/StampAuthority.ts"
import type { Receipted } from "./carryOut.ts"
import type { Decision } from "./Leg.ts"
import type { Chain } from "./receiptPlan.ts"

/** An operation that needs the end user's signature, without the steps of its two legs. */
export interface SignedOperation<Command, TakenE> {
  /** Stored in every request of the operation. A request of one operation cannot complete another. */
  readonly name: string
  /**
   * The call that the host receives, and that the retry must repeat. `body` is the body as received, null if there was
   * none: clients compare its digest with the body they sent.
   */
  readonly call: (command: Command) => { readonly method: string; readonly path: string; readonly body: Json }
  /**
   * The wallet that the operation acts on, or all wallets of the customer; `undefined` for a call that concerns none. Both legs read them with their other records
   * and are authorised by them (I22).
   */
  readonly wallets: (command: Command, environment: EnvironmentKey) => ManyOf<InternalAccount> | undefined
  /** Whether the host lets a held account do this call of its own. */
  readonly isAllowedHeld?: (command: Command) => boolean | undefined
  /**
   * The account that signs, as the caller names it or as the record has it that the call names. Declared by the operations
   * whose first leg stores nothing: what it decides follows from the command and from records that the second leg loads
   * too, so that one decides it again. The id is then bound to the call, and is stored when it is consumed or a stamp fails.
   * It needs no other step than `decide`. Without `account`, the request is stored.
   */
  readonly account?: (command: Command) => AccountId | FieldOf
  /** The refusal of a second leg that decides another intent than the first. By default its body differs. */
  readonly differs?: () => TakenE
  /** The caller of the first leg, if the host knows it. The rate limit then applies per caller and not per account. */
  readonly caller?: (command: Command) => string | undefined
  /** The part of the body that appears in the payload but must not be stored. */
  readonly secret?: (command: Command) => string | undefined
  /**
   * Returns the refusal for a conflict that a retry would meet again: a unique key that is taken, or a first leg that
   * is too late by the store's clock. `undefined` retries.
   */
  readonly lost?: (conflict: Conflict, command: Command) => TakenE | undefined
}

/** The platform's settings at the time of the leg, which both legs load, and its access policy in them, if any. */
export interface Governed {
  readonly settings: Stored<PlatformSettings> | undefined
  readonly access: AccessPolicy | undefined
}

/** The additional input of the first leg's steps. */
export interface FirstLeg extends Governed {
  readonly requestId: RequestId
  readonly expiresAt: Millis
}

/** The additional input of the second leg's steps. */
export interface SecondLeg<Intent> extends Governed {
  /** The decision of the first leg, stored until the second. It determines the changes, not the second body. */
  readonly intent: Intent
  readonly requestId: RequestId
  /** The sessions that have the key of the stamp. Empty if no session may sign. */
  readonly signedBy: ReadonlyArray<SessionId>
  /** The session that the access policy lets sign. It vouches for what the call adds (I21). */
  readonly signer: Session | undefined
  /** The wallets of the operation. Empty if every one of them may do it in any state. */
  readonly accounts: ReadonlyArray<Stored<InternalAccount>>
}

/** The user has to sign. */
export interface Challenged<Intent> extends Plan {
  readonly _tag: "Challenged"
  readonly accountId: AccountId
  readonly credentialType: string
  readonly signer: Signer
  readonly activity: Activity
  readonly intent: Intent
}

/** Requires a signature: of a session of the account, if no signer is named. */
export const challenged = <Intent>(
  asked: Omit<Challenged<Intent>, "_tag" | "signer" | keyof Plan> &
    Partial<Pick<Challenged<Intent>, "signer" | keyof Plan>>
): Challenged<Intent> => ({ _tag: "Challenged", ...noChanges, signer: { _tag: "SessionOfAccount" }, ...asked })

/** No signature is needed: the first call completes the operation. */
export interface Immediate<Reply> extends Decision<Reply>, Partial<Receipted> {
  readonly _tag: "Immediate"
}

/** The operation is done. `limits` are consumed in its commit, and refuse it with the request still pending. */
export interface Finished<Reply> extends Decision<Reply>, Partial<Limited> {
  /** Who signed, if the signer is identified by a key. For a session of the account the runner knows it. */
  readonly by?: AuthorisedBy
  /** Personal data that the history shows and an erasure removes. */
  readonly details?: Details
  /** The chains of all wallets that the call touches, if it may touch several. Each gets the receipt (see `touchAccount`). */
  readonly chains?: ReadonlyArray<Omit<Chain, "at">>
}

/** The two headers of a signed retry. Both are absent on the first call. */
export interface RetryHeaders {
  readonly stamp?: string | undefined
  readonly requestId?: RequestId | undefined
}

/** The result of a call: a payload to sign for the first leg, the operation's reply for the signed retry. */
export type Outcome<Reply> =
  | {
      readonly _tag: "Challenge"
      readonly request: SignedRequest.Pending
      /** Describes what the session that signs must satisfy, if the platform's policy requires anything. */
      readonly stepUp: StepUp | undefined
    }
  | { readonly _tag: "Done"; readonly reply: Reply }
