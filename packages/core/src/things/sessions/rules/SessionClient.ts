import { Schema } from "effect"
import { Millis } from "../../../model/Environment.ts"
import { AccountId, SessionId } from "../../../model/ids.ts"
import { Shown, visible } from "../../../model/text.ts"
import { vaultedText } from "../../../ports/Vault.ts"
import { line } from "../../../schema/expected.ts"
import * as Collection from "../../../store/Collection.ts"

/**
 * The device that a session was opened from, as the host passes it. Only lists of sessions return it: no decision, log,
 * event or receipt contains it.
 */
export const ClientInfo = Schema.Struct({
  /** Written by the device: what is hidden becomes a space, so that no header refuses a login. */
  userAgent: Schema.optionalKey(line(1024).pipe(Schema.decodeTo(Shown))),
  /** As the host writes addresses; it is not parsed. */
  address: Schema.optionalKey(visible(64))
})
export type ClientInfo = typeof ClientInfo.Type

/** The device of one session, stored apart from it, so that it can be deleted before the session expires. */
const SessionClient = Schema.Struct({
  sessionId: SessionId,
  accountId: AccountId,
  /** The `ClientInfo`, encrypted with the vault key: like a profile, it is personal data. */
  sealed: Schema.String,
  expiresAt: Millis
})
export type SessionClient = typeof SessionClient.Type

export const sessionClients = Collection.make({
  name: "session_clients",
  schema: SessionClient,
  id: "sessionId",
  indexes: { account: ["accountId"] },
  expiry: "expiresAt"
})

const infos = vaultedText("session client", ClientInfo)

export const sealedClient = infos.seal
export const openedClient = ({ sealed, sessionId }: SessionClient) => infos.open(sessionId, sealed)
