import type { AuthMethod, AuthSession } from "@countersign/client"

/**
 * The id of the credential that opened a session, if it is unambiguous: a session has the type and nickname of its
 * credential. The API does not let a session remove the credential that opened it.
 */
export const openerOf = (
  session: Pick<AuthSession, "nickname" | "type">,
  credentials: readonly AuthMethod[]
): string | undefined => {
  const alike = credentials.filter(({ nickname, type }) => type === session.type && nickname === session.nickname)
  return alike.length === 1 ? alike[0]?.id : undefined
}
