import { Context, Data, type Effect, type Redacted, Schema } from "effect"
import { Branding, type Branding as BrandingType } from "../model/EmbeddedWalletConfig.ts"
import { Environment, environmentKey, Millis } from "../model/Environment.ts"
import { Notice } from "../model/Notice.ts"
import * as Collection from "../store/Collection.ts"
import { type Draft, insert } from "../store/records.ts"

/** A one-time code on its way to its owner. `to` is one validated address, never a list and never a header. */
export interface CodeMail {
  /** The same at every attempt at this mail, and no other mail's. A mailer may make it known, so that a second copy shows. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  readonly code: Redacted.Redacted<string>
  readonly expiresAt: Millis
}

/** The mail was not taken; it will be tried again. */
export class MailError extends Data.TaggedError("MailError")<{
  readonly cause?: unknown
}> {}

/** Notifies an end user of a change to their credentials, address or wallet. It contains no secret and no address but the recipient's. */
export interface NoticeMail {
  /** As that of a {@link CodeMail}. */
  readonly id: string
  readonly environment: Environment
  readonly to: string
  readonly branding: Branding
  readonly notice: Notice
  /** When the reported change was committed. */
  readonly at: Millis
}

/** Delivers mail. Called by a worker, never while a request waits. */
export class Mailer extends Context.Service<
  Mailer,
  {
    readonly sendCode: (mail: CodeMail) => Effect.Effect<void, MailError>
    readonly sendNotice: (mail: NoticeMail) => Effect.Effect<void, MailError>
  }
>()("@countersign/core/ports/Mailer") {}

/** A notice that waits to be mailed to one address. */
export const NoticeMailOrder = Schema.Struct({
  noticeId: Schema.String,
  environment: Environment,
  to: Schema.String,
  branding: Branding,
  notice: Notice,
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
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})

/** How long delivery of a notice is retried. */
const NOTICE_LIFETIME: Millis = 86_400_000

/**
 * The inserts that queue a notice, one for each address; equal addresses count once, whatever their case. They belong
 * into the commit of the change they report, so that neither exists without the other.
 */
export const noticesTo = (
  addresses: ReadonlyArray<string | undefined>,
  notice: Notice,
  branding: BrandingType,
  at: Millis
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
        at,
        expiresAt: at + NOTICE_LIFETIME,
        dueAt: at,
        attempts: 0
      }
      return insert(noticeMails, environmentKey(environment), order, at)
    }
  }))
}
