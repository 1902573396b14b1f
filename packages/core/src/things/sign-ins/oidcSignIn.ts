import { Effect, Option, Result, Schema } from "effect"
import { Email } from "../../model/Email.ts"
import type { EnvironmentKey } from "../../model/Environment.ts"
import type { AccountId, CredentialId, CustomerId } from "../../model/ids.ts"
import { IdentityTokens, type OidcIdentity, OidcTokenRefused } from "../../ports/IdentityTokens.ts"
import { isLate, isTaken } from "../../steps/isTaken.ts"
import type { Decision } from "../../steps/Leg.ts"
import { operation } from "../../steps/operation.ts"
import { byId, byIndex, load } from "../../store/records.ts"
import { requireEnabled } from "../access/rules/evaluate.ts"
import { AccountNotFound, internalAccounts } from "../accounts/rules/InternalAccount.ts"
import { addCredential } from "../credentials/add.ts"
import { tokenConsumed, tokenUse } from "../credentials/kinds/OAUTH.ts"
import * as Credential from "../credentials/rules/Credential.ts"
import * as Oauth from "../credentials/rules/Oauth.ts"
import { verify } from "../credentials/verify.ts"
import type { OpenedSession } from "../sessions/open.ts"
import type { ClientInfo } from "../sessions/rules/SessionClient.ts"
import { accessOf, issuersOf, settingsRef } from "../settings/rules/PlatformSettings.ts"

interface Token {
  readonly oidcToken: string
  readonly clientPublicKey: string
}

/** The identity in a token, and its wallet if one has it as a credential. */
export interface OidcVisitor extends OidcIdentity {
  /** Only if the issuer has verified it. */
  readonly email?: string
  readonly accountId?: AccountId
  readonly customerId?: CustomerId
}

/** Reads who a visitor is from a token that is bound to the client key and was not used before. Stores nothing. */
export const identifyVisitor = (token: Token) =>
  Effect.map(identifyFor({ ...token, accountId: undefined }), ({ visitor }) => visitor)

interface OpenOidcSignInCommand extends Token {
  readonly accountId: AccountId
  /** The device, as the host passes it. Stored if the policy retains it. */
  readonly client?: ClientInfo | undefined
}

/**
 * Consumes the token of a visitor, and opens a session of their wallet if it has the identity as a credential. A wallet
 * without credentials gets that one. Any other wallet opens none: its own credentials decide who adds the identity.
 */
export const openOidcSignIn = Effect.fnUntraced(function* ({ client, ...command }: OpenOidcSignInCommand) {
  const { accountId, clientPublicKey, oidcToken } = command
  const submission = { type: "OAUTH", oidcToken, clientPublicKey } as const
  const opened = Effect.fnUntraced(function* (credentialId: CredentialId, isConsumed?: true) {
    const consumed = isConsumed === undefined ? {} : { isConsumed }
    const outcome = yield* verify({ credentialId, submission, client, awaited: undefined, ...consumed }, {})
    if (outcome._tag === "Challenge") throw new Error("openOidcSignIn: a token needs no other signature")
    const session: OpenedSession = outcome.reply
    return session
  })
  const { credentialId, customerId, isBare } = yield* identifyFor(command)
  if (customerId === undefined) return yield* new AccountNotFound()
  const owned = { accountId, customerId }
  if (credentialId !== undefined) return { ...owned, opened: yield* opened(credentialId) }
  if (!isBare) return { ...owned, opened: undefined }
  const addition = { type: "OAUTH", accountId, oidcToken } as const
  const added = yield* addCredential({ accountId, addition, body: addition }, {})
  // Another call has given the wallet a credential in the meantime.
  if (added._tag === "Challenge") return { ...owned, opened: undefined }
  return { ...owned, opened: yield* opened(added.reply.credential.credentialId, true) }
})

interface Identify extends Token {
  /** The wallet to sign in to, if the host has named one. */
  readonly accountId: AccountId | undefined
}

interface Identified {
  readonly visitor: OidcVisitor
  /** The owner of the named wallet. */
  readonly customerId: CustomerId | undefined
  /** The credential of the named wallet that has the identity. */
  readonly credentialId: CredentialId | undefined
  /** Whether the named wallet has no credential. */
  readonly isBare: boolean
}

/** Verifies a token. It is consumed here only for a named wallet that opens no session by it. */
export const identifyFor = operation((_: Identify, environment: EnvironmentKey) => ({
  settings: settingsRef(environment)
}))
  .check(function enabled({ found: { settings } }) {
    return Result.map(requireEnabled(accessOf(settings), "OAUTH"), () => ({
      inputs: { issuers: issuersOf(settings) }
    }))
  })
  .prepare(
    Effect.fnUntraced(function* verifyToken({ at, checked, command, environment }) {
      const { accountId, clientPublicKey, oidcToken: token } = command
      const { clockSkew, identify: identified, maxAge } = yield* IdentityTokens
      const claims = yield* identified(token, at, checked.inputs.issuers)
      yield* Effect.fromResult(Oauth.verifyTimes(claims, at, clockSkew, maxAge))
      yield* Effect.fromResult(Oauth.verifyNonce(claims, clientPublicKey))
      const digests = Oauth.identitiesOf(claims)
      const { named, siblings, used, wallets } = yield* load({
        used: byId(Credential.usedValues, environment, tokenUse(token, claims, maxAge).key),
        wallets:
          accountId === undefined
            ? digests.map((digest) => byIndex(Credential.credentials, environment, "oidcIdentity", [digest]))
            : [],
        named: accountId && byId(internalAccounts, environment, accountId),
        siblings: accountId && byIndex(Credential.credentials, environment, "account", [accountId])
      })
      if (used !== undefined) return yield* new OidcTokenRefused({ check: "replay" })
      // Anyone with a session of another wallet may have added the identity there since: the first that has it counts.
      const [first] = wallets.flat().toSorted((one, other) => one.value.createdAt - other.value.createdAt)
      const { account } = yield* load({ account: first && byId(internalAccounts, environment, first.value.accountId) })
      const own = siblings?.find(({ value }) => digests.includes(value.oidcIdentity ?? ""))
      const of = { credentialId: own?.value.credentialId, customerId: named?.value.customerId ?? undefined }
      return { claims, maxAge, account, of: { ...of, isBare: siblings?.length === 0 } }
    })
  )
  .lost((conflict) => {
    if (isTaken(Credential.usedValues)(conflict)) return new OidcTokenRefused({ check: "replay" })
    return isLate(conflict) ? new OidcTokenRefused({ check: "expiry" }) : undefined
  })
  .decide(function answer({ at, command: { oidcToken: token }, environment, prepared }) {
    const { account, claims, maxAge, of } = prepared
    const { audience, issuer, subject, verifiedEmail } = claims
    const email = Option.getOrUndefined(readEmail(verifiedEmail))
    const owner = account?.value
    const visitor: OidcVisitor = {
      issuer,
      audience,
      subject,
      ...(email === undefined ? {} : { email }),
      ...(owner?.customerId === undefined || owner.customerId === null
        ? {}
        : { accountId: owner.accountId, customerId: owner.customerId })
    }
    const isLast = of.customerId !== undefined && of.credentialId === undefined && !of.isBare
    const decision: Decision<Identified> = {
      ...(isLast ? tokenConsumed({ claims, maxAge, token }, environment, at) : { changes: [] }),
      reply: { visitor, ...of }
    }
    return Result.succeed(decision)
  })

const readEmail = Schema.decodeUnknownOption(Email)
