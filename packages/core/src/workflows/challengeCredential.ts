import { Clock, Effect } from "effect"
import { credentials } from "../credentials/Credential.ts"
import { kinds } from "../credentials/kinds/index.ts"
import { CredentialNotFound } from "../credentials/refusals.ts"
import { environmentKey } from "../model/Environment.ts"
import type { CredentialId } from "../model/ids.ts"
import { CurrentEnvironment } from "../ports/CurrentEnvironment.ts"
import { again, byId, commit, load, unchanged } from "../ports/records.ts"

/** Starts a login with a credential: whatever an earlier challenge issued is dead from here on. */
export const challengeCredential = Effect.fn("challengeCredential")(function* (credentialId: CredentialId) {
  return yield* again(challengeOnce(credentialId))
})

const challengeOnce = Effect.fnUntraced(function* (credentialId: CredentialId) {
  const environment = environmentKey(yield* CurrentEnvironment)
  const credentialRef = byId(credentials, environment, credentialId)
  const kindReads = Object.values(kinds).flatMap((kind) => kind.reads(environment, credentialId))
  const found = yield* load([credentialRef, ...kindReads])
  const credential = found.one(credentialRef)
  if (credential === undefined) return yield* new CredentialNotFound()

  const at = yield* Clock.currentTimeMillis
  const { otpEncryptionTargetBundle, plan } = yield* kinds[credential.value.type].challenge(credential, found, at)
  yield* commit({
    changes: plan.changes,
    guards: [unchanged(credential), ...plan.guards]
  })
  return { credential: credential.value, otpEncryptionTargetBundle }
})
