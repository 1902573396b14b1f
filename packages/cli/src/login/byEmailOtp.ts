import type { ActiveSession } from "@countersign/client"
import { accountOf, credentialOf } from "./accountOf.ts"
import type { Login } from "./Login.ts"

/** Signs in by the code that was mailed. */
export const byEmailOtp = async (login: Login): Promise<ActiveSession> =>
  withCode(login, login.options.credential ?? (await emailCredential(login, await accountOf(login))))

/** The session that another credential is added with. */
export const sessionOf = async (login: Login, accountId: string): Promise<ActiveSession> =>
  withCode(login, await emailCredential(login, accountId))

const emailCredential = async (login: Login, accountId: string): Promise<string> => {
  const credential = await credentialOf(login, accountId, "EMAIL_OTP")
  if (credential === undefined) throw new Error(`${accountId} has no EMAIL_OTP credential. Give --type OAUTH.`)
  return credential.id
}

const withCode = ({ client, isSandbox, options, terminal }: Login, credentialId: string): Promise<ActiveSession> =>
  client.emailOtp.login({
    credentialId,
    code: ({ nickname }, attempt) => {
      // A code that was given is the same the second time.
      if (options.code !== undefined) return attempt === 1 ? options.code : undefined
      if (isSandbox) return attempt === 1 ? SANDBOX_CODE : undefined
      if (terminal.ask === undefined) throw new Error("Give the code that was mailed: --code 123456")
      return terminal.ask(`${attempt === 1 ? "" : "That is another code. "}Code mailed to ${nickname}: `)
    }
  })

/** In the sandbox nothing is mailed. */
const SANDBOX_CODE = "000000"
