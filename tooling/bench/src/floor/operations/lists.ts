import { type Answer, type Call, type Floor, json } from "../Operation.ts"
import { sessionBody } from "../sessions.ts"
import { credentialBody } from "./challenge.ts"

/** GET /auth/sessions?accountId= */
export const listSessions = async ({ store }: Floor, call: Call): Promise<Answer> => {
  const rows = await store.sessionsOf(accountIdOf(call), Date.now())
  return json(200, { data: rows.map((row) => sessionBody(row, { ...row, at: row.createdAt })) })
}

/** GET /auth/credentials?accountId= */
export const listCredentials = async ({ store }: Floor, call: Call): Promise<Answer> => {
  const rows = await store.credentialsOf(accountIdOf(call))
  return json(200, { data: rows.map(credentialBody) })
}

const accountIdOf = ({ query }: Call): string => new URLSearchParams(query).get("accountId") ?? ""
