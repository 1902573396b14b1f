import { Schema } from "effect"
import { Branding } from "../../../model/EmbeddedWalletConfig.ts"
import { Environment, environmentKey, Millis } from "../../../model/Environment.ts"
import { Notice } from "../../../model/Notice.ts"
import * as Collection from "../../../store/Collection.ts"
import { type Draft, insert } from "../../../store/plans.ts"

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
  id: "noticeId",
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
  branding: Branding,
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
