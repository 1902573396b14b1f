import { Context, Data, type Effect, type Redacted, Schema } from "effect"
import { Branding, type Branding as BrandingType } from "../model/EmbeddedWalletConfig.ts"
import { Environment, environmentKey, Millis } from "../model/Environment.ts"
import type { MailTemplate } from "../model/MailTemplates.ts"
import { Notice } from "../model/Notice.ts"
import * as Collection from "../store/Collection.ts"
import { type Draft, insert } from "../store/plans.ts"

/** Describes what a mailed code is for: a login, if absent, the proof of a new e-mail address, or the recovery of an account. */
export const CodePurpose = Schema.Literals(["CONFIRM_ADDRESS", "RECOVER_ACCOUNT"])
export type CodePurpose = typeof CodePurpose.Type

/** A one-time code to be mailed. `to` is one validated address, never a list or a header. */
export interface CodeMail {
  /** Unique per mail and the same at every attempt. A mailer may send it along, so that duplicates are recognisable. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  /** The platform's own words, with placeholders that {@link fillTemplate} replaces; absent for those of the mailer. */
  readonly template?: MailTemplate | undefined
  readonly code: Redacted.Redacted<string>
  readonly purpose?: CodePurpose
  readonly expiresAt: Millis
}

/** The mailer did not accept the mail. It will be retried. */
export class MailError extends Data.TaggedError("MailError")<{
  readonly cause?: unknown
}> {}

/**
 * A mail about a change to the end user's credentials, address or wallet. It contains no address except the
 * recipient's, and no secret except `undo` and `cancelToken`, which can only undo the change and cancel the recovery.
 */
export interface NoticeMail {
  /** As in {@link CodeMail}. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  /** As in {@link CodeMail}. */
  readonly template?: MailTemplate | undefined
  readonly notice: Notice
  /** In the mail to the old address after a change: the token undoes the change before `until`. */
  readonly undo?: { readonly token: Redacted.Redacted<string>; readonly until: Millis }
  /** Cancels the recovery of a `RECOVERY_STARTED`, and does nothing else. */
  readonly cancelToken?: Redacted.Redacted<string>
  /** When the reported change was committed. */
  readonly at: Millis
}

/** Delivers mail. A worker calls it, never a request. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly sendCode: (mail: CodeMail) => Effect.Effect<void, MailError>
    readonly sendNotice: (mail: NoticeMail) => Effect.Effect<void, MailError>
  }
>()("@countersign/core/ports/Mailer") {}

/**
 * Whether the mailer of the environment sends notices. Without them no end user learns of a recovery that another
 * person starts, or gets its cancel token, so such a recovery does not start.
 */
export const SendsNotices = Context.Reference<boolean>("@countersign/core/ports/SendsNotices", {
  defaultValue: () => true
})

/** A queued notice to one address. */
export const NoticeMailOrder = Schema.Struct({
  noticeId: Schema.String,
  environment: Environment,
  to: Schema.String,
  branding: Schema.toType(Branding),
  notice: Notice,
  /** The undo token of a changed address, encrypted by the vault until it is passed to the mailer. */
  undo: Schema.optionalKey(Schema.Struct({ sealedToken: Schema.String, until: Millis })),
  /** When the reported change was committed. */
  at: Millis,
  expiresAt: Millis,
  dueAt: Millis,
  attempts: Schema.Int
})
export type NoticeMailOrder = typeof NoticeMailOrder.Type

export const noticeMails = Collection.make({
  name: "notices",
  schema: NoticeMailOrder,
  id: ({ noticeId }) => noticeId,
  expiry: "expiresAt",
  ...Collection.queued
})

/** The encryption context of an undo token: it is mailed to this address only. */
export const undoContext = (to: string): string => `undo token ${to}`

/** How long delivery of a notice is retried. */
const NOTICE_LIFETIME: Millis = 86_400_000

/**
 * The inserts that queue a notice, one per address. Addresses that differ only in case count once. They belong in the
 * commit of the reported change, so that neither exists without the other.
 */
export const noticesTo = (
  addresses: ReadonlyArray<string | undefined>,
  notice: Notice,
  branding: BrandingType,
  at: Millis,
  undo?: NoticeMailOrder["undo"]
): ReadonlyArray<Draft> => {
  const known = addresses.filter((address) => address !== undefined)
  const distinct = new Map(known.map((address) => [address.toLowerCase(), address]))
  return [...distinct.values()].map((to) => ({
    prefix: "Lookup",
    insert: (noticeId, environment) => {
      const order: NoticeMailOrder = {
        noticeId,
        environment,
        to,
        branding,
        notice,
        ...(undo === undefined ? {} : { undo }),
        at,
        expiresAt: at + NOTICE_LIFETIME,
        dueAt: at,
        attempts: 0
      }
      return insert(noticeMails, environmentKey(environment), order, at)
    }
  }))
}
