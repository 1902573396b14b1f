import type { ActiveSession } from "@countersign/client"
import { chosenWallet, credentialOf } from "./chosenWallet.ts"
import type { Login } from "./Login.ts"

export const byEmailOtp = async (login: Login): Promise<ActiveSession> =>
  withCode(login, login.options.credential ?? (await emailCredential(login, await chosenWallet(login))))

/** Opens the session that is needed to add another credential. */
export const sessionOf = async (login: Login, accountId: string): Promise<ActiveSession> =>
  withCode(login, await emailCredential(login, accountId))

const emailCredential = async (login: Login, accountId: string): Promise<string> => {
  const credential = await credentialOf(login, accountId, "EMAIL_OTP")
  if (credential === undefined) throw new Error(`${accountId} has no EMAIL_OTP credential. Pass --type OAUTH.`)
  return credential.id
}

const withCode = ({ client, isSandbox, options, terminal }: Login, credentialId: string): Promise<ActiveSession> =>
  client.emailOtp.login({
    credentialId,
    code: ({ nickname }, attempt) => {
      // A code from the option would be the same at the second attempt.
      if (options.code !== undefined) return attempt === 1 ? options.code : undefined
      if (isSandbox) return attempt === 1 ? SANDBOX_CODE : undefined
      if (terminal.ask === undefined) throw new Error("Pass the mailed code: --code 123456")
      return terminal.ask(`${attempt === 1 ? "" : "The code is wrong. "}Code mailed to ${nickname}: `)
    }
  })

/** The sandbox mails nothing. */
const SANDBOX_CODE = "000000"
