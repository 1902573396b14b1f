import { PasskeyMalformed, type PasskeyMaterial, PasskeyRefused, Passkeys } from "@countersign/core"
import {
  type Authenticator,
  type AuthenticatorOptions,
  type Login,
  makeAuthenticator,
  type Registration
} from "@countersign/harness/passkeys/authenticator"
import { passkeyChallenge } from "@countersign/wire"
import { Cause, Effect, Exit, Layer } from "effect"
import { type PasskeyPolicy, passkeys } from "../src/index.ts"
import { webSignatures } from "./webSignatures.ts"

export const RP_ID = "example.com"
export const ORIGIN = "https://app.example.com"
export const POLICY: PasskeyPolicy = { rpIds: [RP_ID], origins: [ORIGIN] }

/** The challenge of a registration, and the challenge of a login. */
export const CHALLENGE = "AAECAwQFBgcICQoLDA0ODw"
export const LOGIN = passkeyChallenge("the payload")

export const authenticator = (options: Partial<AuthenticatorOptions> = {}): Authenticator =>
  makeAuthenticator({ rpId: RP_ID, origin: ORIGIN, ...options })

type Attestation = Parameters<Passkeys["Service"]["register"]>[0]
type Claim = Parameters<Passkeys["Service"]["assert"]>[0]

/** Returns "ok", the name of the failed check, or the malformed field in brackets. Any other outcome throws. */
export type Outcome = string

const outcomeOf = async <A>(
  ask: (port: Passkeys["Service"]) => Effect.Effect<A, PasskeyMalformed | PasskeyRefused>,
  policy: PasskeyPolicy
): Promise<{ readonly outcome: Outcome; readonly value?: A }> => {
  const port = passkeys(policy).pipe(Layer.provide(webSignatures))
  const exit = await Effect.runPromiseExit(Effect.flatMap(Passkeys, ask).pipe(Effect.provide(port)))
  if (Exit.isSuccess(exit)) return { outcome: "ok", value: exit.value }
  if (Cause.hasDies(exit.cause)) throw new Error(`died: ${Cause.pretty(exit.cause)}`)
  const error = Cause.squash(exit.cause)
  if (error instanceof PasskeyRefused) return { outcome: error.check }
  if (error instanceof PasskeyMalformed) return { outcome: `[${error.field}]` }
  throw error
}

export const tryRegister = (attestation: Attestation, policy = POLICY) =>
  outcomeOf((port) => port.register(attestation), policy)

export const tryAssert = (claim: Claim, policy = POLICY) => outcomeOf((port) => port.assert(claim), policy)

/** Returns the outcome of a registration. */
export const registering = async (by: Authenticator, registration: Partial<Registration> = {}, policy = POLICY) =>
  (await tryRegister(by.register({ challenge: CHALLENGE, ...registration }), policy)).outcome

/** The material of a registration, which must succeed. */
export const registered = async (by: Authenticator, registration: Partial<Registration> = {}, policy = POLICY) => {
  const { outcome, value } = await tryRegister(by.register({ challenge: CHALLENGE, ...registration }), policy)
  if (value === undefined) throw new Error(`not registered: ${outcome}`)
  return value
}

/** Returns the outcome of a login, by default with the first of the two accepted challenges. */
export const loggingIn = async (
  by: Authenticator,
  material: PasskeyMaterial,
  login: Partial<Login> = {},
  policy = POLICY
) => {
  const assertion = by.assert({ challenge: LOGIN.challenge, ...login })
  return (await tryAssert({ material, challenges: LOGIN.accepted, assertion }, policy)).outcome
}
