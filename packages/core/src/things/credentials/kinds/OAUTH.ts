import { sha256Hex } from "@countersign/wire"
import { Effect, Option, Result, Schema } from "effect"
import { ClientPublicKey } from "../../../model/ClientPublicKey.ts"
import type { EnvironmentKey, Millis } from "../../../model/Environment.ts"
import { AccountId } from "../../../model/ids.ts"
import { shown } from "../../../model/text.ts"
import {
  type IdentityClaims,
  IdentityTokens,
  IssuerUnavailable,
  LONGEST_TOKEN,
  OidcTokenMalformed,
  OidcTokenRefused
} from "../../../ports/IdentityTokens.ts"
import { compiledDecoder } from "../../../schema/compiledDecoder.ts"
import type { Json } from "../../../store/Collection.ts"
import { before, noChanges, type Plan } from "../../../store/plans.ts"
import { ChallengeNotUsed, type Credential, consume, OauthExists, ofOidc, singleUse } from "../rules/Credential.ts"
import * as Oauth from "../rules/Oauth.ts"
import type {
  AdditionTerms,
  Kind,
  KindRecords,
  Prepared,
  ProofRound,
  Proven,
  Registered,
  Registration,
  RequestTerms
} from "./Kind.ts"
import { credentialOf, withDefaults } from "./withDefaults.ts"

const oidcToken = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(LONGEST_TOKEN)).annotate({
  send: `the OIDC token of the issuer, of at most ${LONGEST_TOKEN} characters`
})
const Addition = Schema.Struct({ type: Schema.Literal("OAUTH"), accountId: AccountId, oidcToken })
const Submission = Schema.Struct({ type: Schema.Literal("OAUTH"), oidcToken, clientPublicKey: ClientPublicKey })
const readAddition = Schema.decodeUnknownEffect(Addition)
const maybeAddition = Schema.decodeUnknownOption(Addition)
const readSubmission = compiledDecoder(Submission)

/** An OIDC identity. One call with a fresh token of its issuer proves it. */
export const OAUTH = {
  ...withDefaults("OAUTH"),
  label: "An account of another service as a way to sign in",
  addition: Addition,
  submission: Submission,
  proof: "verify",
  refusals: {
    add: { IssuerUnavailable, OauthExists, OidcTokenMalformed, OidcTokenRefused },
    challenge: { ChallengeNotUsed },
    verify: { IssuerUnavailable, OidcTokenMalformed, OidcTokenRefused }
  },
  prepare: Effect.fnUntraced(function* (addition: Json, { accountId, at, issuers }: AdditionTerms) {
    const body = yield* Effect.orDie(readAddition(addition))
    const tokens = yield* IdentityTokens
    const claims = yield* tokens.identify(body.oidcToken, at, issuers)
    yield* Effect.fromResult(Oauth.verifyTimes(claims, at, tokens.clockSkew, tokens.maxAge))
    const { audience, issuer, subject } = claims
    const prepared: Prepared = {
      material: { audience, issuer, subject },
      nickname: shown(claims.email ?? [...subject].slice(0, 255).join("")),
      identity: Oauth.uniqueKeyOf(accountId, Oauth.identityDigest(claims)),
      activity: {
        type: "ACTIVITY_TYPE_CREATE_OAUTH_PROVIDERS",
        parameters: { oauthProviders: [{ oidcToken: body.oidcToken, providerName: issuer }], userId: accountId }
      },
      consumes: {
        once: tokenUse(body.oidcToken, claims, tokens.maxAge),
        until: Oauth.actableUntil(claims, tokens.maxAge)
      }
    }
    return prepared
  }),
  register: (registration: Registration) => {
    const credential = credentialOf("OAUTH", registration)
    const digest = Oauth.identityDigest(Oauth.materialOf(credential))
    return Effect.succeed<Registered>({ credential: ofOidc(credential, digest), companions: [] })
  },
  secret: (addition: Json) => Option.getOrUndefined(maybeAddition(addition))?.oidcToken,
  exists: () => new OauthExists(),
  replayed: (because) => new OidcTokenRefused({ check: because === "late" ? "expiry" : "replay" }),
  removal: ({ accountId, credentialId }) => ({
    type: "ACTIVITY_TYPE_DELETE_OAUTH_PROVIDERS",
    parameters: { providerIds: [credentialId], userId: accountId }
  }),
  challenge: () => Result.fail(new ChallengeNotUsed()),
  verify: (
    _credential: Credential,
    _records: KindRecords,
    submission: Json,
    { at, isConsumed, issuers }: RequestTerms
  ) => {
    const { clientPublicKey, oidcToken: token } = readSubmission(submission)
    return Result.succeed({
      inputs: { token, issuers },
      opensFor: clientPublicKey,
      answer: Effect.gen(function* () {
        const tokens = yield* IdentityTokens
        const claims = yield* tokens.identify(token, at, issuers)
        const { clockSkew, maxAge } = tokens
        return (round: ProofRound) =>
          tokenVerified({ claims, clientPublicKey, token, clockSkew, maxAge, isConsumed }, round)
      })
    })
  }
} satisfies Kind

/** Each token is accepted once, whether it adds a credential or logs in. */
export const tokenUse = (token: string, claims: IdentityClaims, maxAge: Millis | undefined) =>
  singleUse(`oidc ${token}`, Oauth.rememberedUntil(claims, maxAge))

/** A token with a verified signature, and the client key of the call. */
export interface Identified {
  readonly claims: IdentityClaims
  readonly token: string
  readonly clientPublicKey: string
  readonly clockSkew: Millis
  readonly maxAge?: Millis | undefined
  /** The call has consumed the token before. */
  readonly isConsumed?: true | undefined
}

/** Checks that a token is fresh, of the registered identity and bound to this client key. */
export const tokenVerified = (
  { claims, clientPublicKey, clockSkew, isConsumed, maxAge, token }: Identified,
  { at, credential }: Pick<ProofRound, "at" | "credential">
): Result.Result<Proven, OidcTokenRefused> =>
  Result.flatMap(Oauth.verifyTimes(claims, at, clockSkew, maxAge), () =>
    Result.map(Oauth.verifyLogin(claims, Oauth.materialOf(credential.value), clientPublicKey), () => ({
      _tag: "OpenNow",
      credential: credential.value,
      tokenSha256: sha256Hex(token),
      plan: isConsumed === true ? noChanges : tokenConsumed({ claims, maxAge, token }, credential.environment, at)
    }))
  )

/** The plan that accepts a token once, and not after its end. */
export const tokenConsumed = (
  { claims, maxAge, token }: Pick<Identified, "claims" | "maxAge" | "token">,
  environment: EnvironmentKey,
  at: Millis
): Plan => ({
  changes: [consume(environment, tokenUse(token, claims, maxAge), at)],
  guards: [before(Oauth.actableUntil(claims, maxAge))]
})
