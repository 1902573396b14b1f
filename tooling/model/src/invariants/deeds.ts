import { credentials, Session } from "@countersign/core/internal"
import { canonicalJson, encodeHex, encodeUtf8 } from "@countersign/wire"
import { valuesOf } from "./facts.ts"
import type { Done } from "./Invariant.ts"
import { signedText } from "./signedText.ts"

/** What was done, or is to be done, and to what. */
export interface Deeds {
  readonly removed: ReadonlyArray<string>
  readonly ended: ReadonlyArray<string>
  readonly opened: ReadonlyArray<string>
}

/** What a commit did. The sessions that end with a credential are part of its removal. */
export const deedsOf = ({ after, before }: Done): Deeds => {
  const left = new Set(valuesOf(after.rows, credentials).map(({ credentialId }) => credentialId))
  const removed = valuesOf(before.rows, credentials).flatMap(({ credentialId }) =>
    left.has(credentialId) ? [] : [credentialId]
  )
  const active = new Set(valuesOf(after.rows, Session.sessions).flatMap(keyOf))
  const ended = valuesOf(before.rows, Session.sessions).filter(
    (session) => keyOf(session).some((key) => !active.has(key)) && !removed.includes(session.credentialId)
  )
  const was = new Set(valuesOf(before.rows, Session.sessions).map(({ sessionId }) => sessionId))
  const opened = valuesOf(after.rows, Session.sessions).filter(({ sessionId }) => !was.has(sessionId))
  return {
    removed,
    ended: ended.map(({ sessionId }) => sessionId),
    opened: opened.flatMap(keyOf)
  }
}

const keyOf = (session: Session.Session): ReadonlyArray<string> =>
  session._tag === "Active" ? [session.publicKey] : []

/** What was signed for. */
export const agreedIn = (payload: string): Deeds => {
  const { apiKeyIds = [], providerIds = [], targetPublicKey } = signedText(payload)
  return { removed: providerIds, ended: apiKeyIds, opened: targetPublicKey === undefined ? [] : [targetPublicKey] }
}

/** Whether a host that was told what is signed was told what was: one that was told nothing was. */
export const isToldAsAgreed = ({ commit: { next } }: Done, payload: string): boolean =>
  next._tag !== "Over" ||
  next.said.told === undefined ||
  encodeHex(encodeUtf8(canonicalJson(next.said.told))) === signedText(payload).payload
