import { Schema } from "effect"
import { hasExpired, KindName, Millis } from "./Environment.ts"
import { CredentialId } from "./ids.ts"
import type { PolicyValues } from "./Policy.ts"

/** A login as access policies see it: the kind of its credential, and its time. */
const Login = Schema.Struct({ credentialType: KindName, familySince: Millis })
export type Login = typeof Login.Type

/**
 * The session that signed for a credential, an address, a guardian or saved codes. Until `until`
 * it has at most the authority of that session (I21). Absent on what enrolment created.
 */
export const Voucher = Schema.Struct({
  /** Its object is confirmed from this time on. */
  until: Millis,
  /** The credential of the session, and those that vouched for it while it was unconfirmed itself. */
  ancestors: Schema.Array(CredentialId),
  /** The oldest login of each kind of credential. A rule of the policy must accept each of them. */
  logins: Schema.Array(Login)
})
export type Voucher = typeof Voucher.Type

/** The part of a voucher that a session of the credential carries. */
export const Bound = Schema.Struct({ until: Voucher.fields.until, logins: Voucher.fields.logins })
export type Bound = typeof Bound.Type

/** Whether what the voucher vouched for is not confirmed yet. Exclusive: at `until` it is. */
export const isUnconfirmed = (voucher: Pick<Voucher, "until"> | undefined, at: Millis): boolean =>
  voucher !== undefined && !hasExpired(voucher.until, at)

/** The bound of an object with several vouchers; `undefined` if it is confirmed. */
export const boundBy = (vouchers: ReadonlyArray<Voucher | undefined>, at: Millis): Voucher | undefined => {
  const open = vouchers.flatMap((each) => (each !== undefined && isUnconfirmed(each, at) ? [each] : []))
  if (open.length === 0) return undefined
  return {
    until: Math.max(...open.map(({ until }) => until)),
    ancestors: [...new Set(open.flatMap(({ ancestors }) => ancestors))],
    logins: oldest(open.flatMap(({ logins }) => logins))
  }
}

const oldest = (logins: ReadonlyArray<Login>): ReadonlyArray<Login> => {
  const byType = new Map<string, Login>()
  for (const { credentialType, familySince } of logins) {
    const since = Math.min(familySince, byType.get(credentialType)?.familySince ?? familySince)
    byType.set(credentialType, { credentialType, familySince: since })
  }
  return [...byType.values()]
}

/** A session that signs: its login, and what bounds its credential. */
export interface Vouching extends Login {
  readonly credentialId: CredentialId
  readonly voucher?: Bound | undefined
}

/** The login of a session, and those that bound it as long as its credential is unconfirmed. */
export const loginsOf = (session: Login & Pick<Vouching, "voucher">, at: Millis): ReadonlyArray<Login> =>
  session.voucher !== undefined && isUnconfirmed(session.voucher, at) ? [session, ...session.voucher.logins] : [session]

/**
 * The voucher that a session gives, whose credential `bound` still bounds. `undefined` without a session: the sandbox
 * waived the signature, or enrolment needed none.
 */
export const vouchedBy = (
  session: Vouching | undefined,
  bound: Voucher | undefined,
  { credentialConfirmation }: Pick<PolicyValues, "credentialConfirmation">,
  at: Millis
): Voucher | undefined =>
  session && {
    until: at + credentialConfirmation,
    ancestors: [...new Set([session.credentialId, ...(bound?.ancestors ?? [])])],
    logins: oldest([...loginsOf(session, at), ...(bound?.logins ?? [])])
  }
