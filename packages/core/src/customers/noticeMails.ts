import { Schema } from "effect"
import { Branding } from "../model/EmbeddedWalletConfig.ts"
import { Environment } from "../model/Environment.ts"
import { Millis } from "../model/time.ts"
import * as Collection from "../ports/Collection.ts"

/** Word to an old address, waiting to be mailed. */
export const NoticeMailOrder = Schema.Struct({
  noticeId: Schema.String,
  environment: Environment,
  to: Schema.String,
  branding: Branding,
  changedAt: Millis,
  expiresAt: Millis,
  dueAt: Millis,
  attempts: Schema.Int
})
export type NoticeMailOrder = typeof NoticeMailOrder.Type

export const noticeMails = Collection.make({
  name: "notice_mails",
  schema: NoticeMailOrder,
  id: ({ noticeId }) => noticeId,
  expiry: "expiresAt",
  // The sandbox moves what waits in an environment.
  indexes: { all: [] },
  due: "dueAt"
})
