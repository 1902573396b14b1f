import { Effect, Schema } from "effect"
import { ClientPublicKey } from "../../model/ClientPublicKey.ts"
import type { Millis } from "../../model/time.ts"
import type { Json } from "../../ports/Collection.ts"
import { PasskeyRefused, Passkeys, verifyAssertion } from "../../ports/Passkeys.ts"
import type { Found, Stored } from "../../ports/records.ts"
import { alone } from "../alone.ts"
import type { Credential } from "../Credential.ts"
import type { AdditionTerms, Challenged, ChallengeTerms, Kind, Prepared, Proven, RequestTerms } from "../Kind.ts"
import { ClientKeyMissing, LoginNotAwaited, PasskeyExists } from "../refusals.ts"
import { once } from "../spent.ts"
import { Addition, Submission } from "./passkey/bodies.ts"
import { advance, materialOf } from "./passkey/Passkey.ts"

const isClientPublicKey = Schema.is(ClientPublicKey)
const readAddition = Schema.decodeUnknownEffect(Addition)
const readSubmission = Schema.decodeUnknownEffect(Submission)

/** How long a registration challenge stays used, whatever the integrator's backend does with it. */
const CHALLENGE_REMEMBERED: Millis = 86_400_000

/** A WebAuthn credential: an assertion over the session-creation payload proves it, in one call after the challenge. */
export const PASSKEY = {
  ...alone("PASSKEY"),
  type: "PASSKEY",
  addition: Addition,
  submission: Submission,
  proof: "challenge, verify",
  prepare: Effect.fnUntraced(function* (addition: Json, { accountId, at }: AdditionTerms) {
    const { attestation, challenge, nickname } = yield* Effect.orDie(readAddition(addition))
    const { transports = [], ...bytes } = attestation
    const passkeys = yield* Passkeys
    const material = yield* passkeys.register({ challenge, ...bytes, transports })
    const prepared: Prepared = {
      material: { ...material },
      nickname,
      identity: `PASSKEY/${material.credentialId}`,
      activity: {
        type: "ACTIVITY_TYPE_CREATE_AUTHENTICATORS_V2",
        parameters: {
          authenticators: [{ attestation: bytes, authenticatorName: nickname, challenge, transports }],
          userId: accountId
        }
      },
      spends: once(`passkey challenge ${accountId} ${challenge}`, at + CHALLENGE_REMEMBERED)
    }
    return prepared
  }),
  exists: () => new PasskeyExists(),
  replayed: (because) => (because === "taken" ? new PasskeyRefused({ check: "challenge" }) : undefined),
  removal: ({ accountId, credentialId }) => ({
    type: "ACTIVITY_TYPE_DELETE_AUTHENTICATORS",
    parameters: { authenticatorIds: [credentialId], userId: accountId }
  }),
  challenge: (credential: Stored<Credential>, _found: Found, { clientPublicKey }: ChallengeTerms) => {
    if (!isClientPublicKey(clientPublicKey)) return Effect.fail(new ClientKeyMissing())
    const awaited: Challenged = {
      _tag: "AssertionAwaited",
      clientPublicKey,
      credentialId: materialOf(credential.value).credentialId
    }
    return Effect.succeed(awaited)
  },
  verify: Effect.fnUntraced(function* (
    credential: Stored<Credential>,
    _found: Found,
    submission: Json,
    { awaited }: RequestTerms
  ) {
    if (awaited === undefined) return yield* new LoginNotAwaited()
    const { assertion } = yield* Effect.orDie(readSubmission(submission))
    const material = materialOf(credential.value)
    const evidence = yield* verifyAssertion(material, awaited.payload, assertion)
    const next = yield* Effect.fromResult(advance(material, evidence.asserted))
    const proven: Proven = {
      _tag: "OpenNow",
      clientPublicKey: awaited.clientPublicKey,
      credential: { ...credential.value, material: { ...next } },
      evidence,
      plan: { changes: [], guards: [] }
    }
    return proven
  })
} satisfies Kind
