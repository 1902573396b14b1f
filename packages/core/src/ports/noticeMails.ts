import { Schema } from "effect"
import { Branding, type Branding as BrandingType } from "../model/EmbeddedWalletConfig.ts"
import { Environment, environmentKey } from "../model/Environment.ts"
import { Notice } from "../model/Notice.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "./Collection.ts"
import { type Draft, insert } from "./records.ts"

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
