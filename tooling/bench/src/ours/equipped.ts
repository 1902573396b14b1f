import { randomBytes } from "node:crypto"
import { Credentials, credentials, insert, internalAccounts, Session } from "@countersign/core/internal"
import { type Id, makeId, parsePublicKey } from "@countersign/wire"
import { type Change, type Collection, defaultPolicy, type Environment, environmentKey } from "countersign/effect"
import { sha256, sha256Hex } from "../native/native.ts"
import { coseKey } from "../native/passkey.ts"
import type { Issuer } from "../seed/Seed.ts"
import { oidcSubjectOf, PLATFORM, passkeyIdOf, RELYING_PARTY, SESSION_LIFETIME, subjectPair } from "../seed/Seed.ts"

/** The environment of all subjects of the bench. */
export const ENVIRONMENT: Environment = { platformId: PLATFORM.platformId, mode: "production" }

const LIFETIMES = { sessionLifetime: SESSION_LIFETIME, sessionFamilyLifetime: defaultPolicy.sessionFamilyLifetime }

/** Adds a passkey, an OIDC identity and a session to the wallet of the customer that `created` creates. */
export const equipped = (
  number: number,
  created: ReadonlyArray<Change>,
  environment: Environment,
  { audience, issuer }: Issuer
) => {
  const at = Date.now()
  const { accountId } = madeOf(internalAccounts, created).find(({ type }) => type === "EMBEDDED_WALLET") ?? none()
  const [emailOtp = none()] = madeOf(credentials, created)
  const own = { accountId, createdAt: at, updatedAt: at }
  const credential = (
    added: Pick<Credentials.Credential, "material" | "nickname" | "type" | "uniqueKey">
  ): Credentials.Credential => {
    return Credentials.initial({ ...added, ...own, credentialId: freshId("AuthMethod") })
  }
  // The stored record of a registration of this passkey.
  const material = {
    credentialId: passkeyIdOf(number),
    publicKey: coseKey(subjectPair("passkey", number)).toString("base64url"),
    counter: 0,
    rpIdHash: sha256(Buffer.from(RELYING_PARTY.rpId)).toString("base64url"),
    origin: RELYING_PARTY.origin,
    isBackupEligible: false,
    transports: ["internal"]
  }
  const uniqueKey = `PASSKEY/${passkeyIdOf(number)}`
  const passkey = credential({ type: "PASSKEY", nickname: "My phone", material, uniqueKey })
  const subject = oidcSubjectOf(number)
  const oauth = credential({
    type: "OAUTH",
    nickname: emailOtp.nickname,
    material: { audience, issuer, subject },
    uniqueKey: `OAUTH/${accountId}/${sha256Hex(JSON.stringify([issuer, audience, subject]))}`
  })
  const publicKey = parsePublicKey(subjectPair("session", number).compressed)
  const session = Session.open({ sessionId: freshId("Session"), credential: emailOtp, publicKey }, LIFETIMES, at)
  const place = environmentKey(environment)
  return {
    changes: [
      ...[passkey, oauth].map((each) => insert(credentials, place, each, at)),
      insert(Session.sessions, place, session, at)
    ],
    ids: {
      accountId,
      emailCredentialId: emailOtp.credentialId,
      passkeyCredentialId: passkey.credentialId,
      oauthCredentialId: oauth.credentialId,
      sessionId: session.sessionId
    }
  }
}

const madeOf = <A>(collection: Collection.Collection<A>, changes: ReadonlyArray<Change>): ReadonlyArray<A> =>
  changes.flatMap((change) =>
    change.op === "insert" && change.collection.name === collection.name ? [collection.decode(change.body)] : []
  )

const none = (): never => {
  throw new Error("a customer with an address has a wallet and an EMAIL_OTP credential")
}

const freshId = <P extends "AuthMethod" | "Session">(prefix: P): Id<P> =>
  makeId(prefix, { timestampMs: Date.now(), random: randomBytes(10) })
