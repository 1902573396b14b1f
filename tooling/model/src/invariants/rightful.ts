import { Session, type SignedRequest } from "@countersign/core/internal"
import { valuesOf } from "./facts.ts"
import type { Done } from "./Invariant.ts"
import { signedText } from "./signedText.ts"

/**
 * The sessions, over or not, that the key of a stamp was made for and that may sign a request: they are of its account;
 * for the removal of a credential they are of another one; and a refresh is signed by the session it refreshes.
 */
export const rightfulFor = (
  { before, commit }: Done,
  request: SignedRequest.SignedRequest
): ReadonlyArray<Session.Session> => {
  const { context, providerIds = [], targetPublicKey } = signedText(request.payload)
  return valuesOf(before.rows, Session.sessions).filter(
    ({ accountId, credentialId, sessionId }) =>
      before.keys.get(sessionId) === commit.call.message.retry?.by &&
      accountId === request.accountId &&
      !providerIds.includes(credentialId) &&
      (targetPublicKey === undefined || context.path.includes(sessionId))
  )
}
