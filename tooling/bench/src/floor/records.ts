import type { Issuer, Subject } from "../seed/Seed.ts"
import { oidcSubjectOf, passkeyIdOf, SESSION_LIFETIME, subjectPair } from "../seed/Seed.ts"
import { freshId } from "./Floor.ts"
import type { Records } from "./Tables.ts"

export const subjectOf = (number: number): Subject => ({
  number,
  email: `subject-${number}@example.com`,
  customerId: freshId("Customer"),
  accountId: freshId("InternalAccount"),
  emailCredentialId: freshId("AuthMethod"),
  passkeyCredentialId: freshId("AuthMethod"),
  oauthCredentialId: freshId("AuthMethod"),
  sessionId: freshId("Session")
})

export const recordsOf = (subjects: ReadonlyArray<Subject>, { audience, issuer }: Issuer, at: number): Records => ({
  customers: subjects.map(({ customerId }) => ({ id: customerId })),
  credentials: subjects.flatMap(
    ({ accountId: account, email, emailCredentialId, number, oauthCredentialId, passkeyCredentialId }) => {
      const code = { code: "", target: "", until: 0, proven: "" }
      const none = { account, identity: "", passkey: "", x: "", y: "", counter: 0, ...code, at, changed: at }
      const identity = JSON.stringify([issuer, audience, oidcSubjectOf(number)])
      const passkey = { passkey: passkeyIdOf(number), ...subjectPair("passkey", number).point }
      return [
        { ...none, id: emailCredentialId, type: "EMAIL_OTP", nickname: email },
        { ...none, ...passkey, id: passkeyCredentialId, type: "PASSKEY", nickname: "My phone" },
        { ...none, identity, id: oauthCredentialId, type: "OAUTH", nickname: email }
      ]
    }
  ),
  sessions: subjects.map(({ accountId: account, email, number, sessionId }) => {
    const { compressed, point } = subjectPair("session", number)
    const session = { id: sessionId, account, type: "EMAIL_OTP", nickname: email, key: compressed }
    return { ...session, ...point, at, until: at + SESSION_LIFETIME }
  })
})
