import { Effect, Result, Schema } from "effect"
import { ClientPublicKey } from "../../../model/ClientPublicKey.ts"
import type { Millis } from "../../../model/Environment.ts"
import {
  type AssertionEvidence,
  PasskeyMalformed,
  PasskeyRefused,
  Passkeys,
  verifyAssertion
} from "../../../ports/Passkeys.ts"
import { compiledDecoder } from "../../../schema/compiledDecoder.ts"
import type { Json } from "../../../store/Collection.ts"
import { noChanges } from "../../../store/plans.ts"
import * as Credential from "../rules/Credential.ts"
import { Addition, advance, identityOf, materialOf, Submission } from "../rules/Passkey.ts"
import type * as Kind from "./Kind.ts"
import { withDefaults } from "./withDefaults.ts"

const isClientPublicKey = Schema.is(ClientPublicKey)
const readAddition = Schema.decodeUnknownEffect(Addition)
const readSubmission = compiledDecoder(Submission)

/** How long a used registration challenge is stored. */
const CHALLENGE_REMEMBERED: Millis = 86_400_000

/** A WebAuthn credential. An assertion over the session-creation payload proves it, in one call after the challenge. */
export const PASSKEY = {
  ...withDefaults("PASSKEY"),
  label: "A passkey",
  isNamedByUser: true,
  addition: Addition,
  submission: Submission,
  proof: "challenge, verify",
  refusals: {
    add: { PasskeyExists: Credential.PasskeyExists, PasskeyMalformed, PasskeyRefused },
    challenge: { ClientKeyMissing: Credential.ClientKeyMissing },
    verify: { LoginNotAwaited: Credential.LoginNotAwaited, PasskeyMalformed, PasskeyRefused }
  },
  prepare: Effect.fnUntraced(function* (addition: Json, { accountId, at, relyingParties }: Kind.AdditionTerms) {
    const { attestation, challenge, nickname } = yield* Effect.orDie(readAddition(addition))
    const { transports = [], ...bytes } = attestation
    const passkeys = yield* Passkeys
    const material = yield* passkeys.register({ challenge, ...bytes, transports }, relyingParties)
    const prepared: Kind.Prepared = {
      material: { ...material },
      nickname,
      identity: identityOf(material.credentialId),
      activity: {
        type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
        parameters: {
          authenticators: [{ attestation: bytes, authenticatorName: nickname, challenge, transports }],
          userId: accountId
        }
      },
      spends: Credential.singleUse(`passkey challenge ${accountId} ${challenge}`, at + CHALLENGE_REMEMBERED)
    }
    return prepared
  }),
  exists: () => new Credential.PasskeyExists(),
  replayed: (because) => (because === "taken" ? new PasskeyRefused({ check: "challenge" }) : undefined),
  removal: ({ accountId, credentialId }) => ({
    type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
    parameters: { authenticatorIds: [credentialId], userId: accountId }
  }),
  challenge: (
    credential: Credential.Credential,
    _records: Kind.KindRecords,
    { clientPublicKey }: Kind.ChallengeTerms
  ) =>
    Result.gen(function* () {
      if (!isClientPublicKey(clientPublicKey)) return yield* Result.fail(new Credential.ClientKeyMissing())
      const { credentialId } = materialOf(credential)
      const awaited: Kind.Challenged = { _tag: "AssertionAwaited", clientPublicKey, credentialId }
      return { inputs: undefined, opensFor: undefined, answer: Effect.succeed(() => Result.succeed(awaited)) }
    }),
  verify: (
    credential: Credential.Credential,
    _records: Kind.KindRecords,
    submission: Json,
    { awaited, relyingParties }: Kind.RequestTerms
  ) =>
    Result.gen(function* () {
      if (awaited === undefined) return yield* Result.fail(new Credential.LoginNotAwaited())
      const { assertion } = readSubmission(submission)
      const { clientPublicKey, payload } = awaited
      const material = materialOf(credential)
      return {
        inputs: { material, payload, assertion, relyingParties },
        opensFor: clientPublicKey,
        answer: Effect.map(
          verifyAssertion(material, payload, assertion, relyingParties),
          (evidence) => (round: Kind.ProofRound) => assertionVerified(evidence, round)
        )
      }
    })
} satisfies Kind.Kind

/** Checks an assertion against the stored passkey, and updates its counter. */
export const assertionVerified = (
  evidence: AssertionEvidence,
  { credential }: Pick<Kind.ProofRound, "credential">
): Result.Result<Kind.Proven, PasskeyRefused> =>
  Result.map(advance(materialOf(credential.value), evidence.asserted), (next) => ({
    _tag: "OpenNow",
    evidence,
    credential: Credential.revised(credential.value, { material: { ...next } }),
    plan: noChanges
  }))
