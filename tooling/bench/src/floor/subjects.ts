import { oidcSubjectOf, passkeyIdOf, subjectPair } from "../seed/keys.ts"
import { type Issuer, SESSION_LIFETIME, type Subject } from "../seed/Seed.ts"
import { freshId } from "./freshId.ts"

/** Who is there before the first request, as rows of the tables of the floor. */
export const subjectsOf = ({ audience, issuer }: Pick<Issuer, "audience" | "issuer">, count: number, at: number) => {
  const subjects = Array.from(
    { length: count },
    (_, number): Subject => ({
      number,
      email: `subject-${number}@example.com`,
      customerId: freshId("Customer"),
      accountId: freshId("InternalAccount"),
      emailCredentialId: freshId("AuthMethod"),
      passkeyCredentialId: freshId("AuthMethod"),
      oauthCredentialId: freshId("AuthMethod"),
      sessionId: freshId("Session")
    })
  )
  return {
    subjects,
    customers: subjects.map(({ customerId }) => ({ id: customerId })),
    credentials: subjects.flatMap((subject) => credentialsOf(subject, { audience, issuer }, at)),
    sessions: subjects.map((subject) => sessionOf(subject, at))
  }
}

const credentialsOf = (subject: Subject, { audience, issuer }: Pick<Issuer, "audience" | "issuer">, at: number) => {
  const { accountId, email, number } = subject
  const common = { account_id: accountId, created_at: at, updated_at: at, failures: 0, ...NOTHING }
  const identity = JSON.stringify([issuer, audience, oidcSubjectOf(number)])
  const { x, y } = subjectPair("passkey", number).point
  const passkey = { webauthn_id: passkeyIdOf(number), x, y, counter: 0 }
  return [
    { ...common, id: subject.emailCredentialId, type: "EMAIL_OTP", nickname: email },
    { ...common, ...passkey, id: subject.passkeyCredentialId, type: "PASSKEY", nickname: "My phone" },
    { ...common, identity, id: subject.oauthCredentialId, type: "OAUTH", nickname: email }
  ]
}

const NOTHING = {
  identity: null,
  webauthn_id: null,
  x: null,
  y: null,
  counter: null,
  code_digest: null,
  sealed_target_key: null,
  code_expires_at: null,
  proven_by: null
}

const sessionOf = ({ accountId, email, number, sessionId }: Subject, at: number) => {
  const { compressed, point } = subjectPair("session", number)
  return {
    id: sessionId,
    account_id: accountId,
    type: "EMAIL_OTP",
    nickname: email,
    public_key: compressed,
    x: point.x,
    y: point.y,
    created_at: at,
    expires_at: at + SESSION_LIFETIME
  }
}
