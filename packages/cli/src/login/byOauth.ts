import { exec } from "node:child_process"
import { promisify } from "node:util"
import type { ActiveSession } from "@countersign/client"
import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { accountOf, credentialOf } from "./accountOf.ts"
import { sessionOf } from "./byEmailOtp.ts"
import type { Login } from "./Login.ts"

/** Signs in by an identity token. In a sandbox an account that has no OAUTH credential gets one, of an invented identity. */
export const byOauth = async (login: Login): Promise<ActiveSession> => {
  const { client, isSandbox, options } = login
  if (options.credential !== undefined) return withToken(login, options.credential)
  const accountId = await accountOf(login)
  const credential = await credentialOf(login, accountId, "OAUTH")
  if (credential !== undefined) return withToken(login, credential.id)
  if (!isSandbox) throw new Error(`${accountId} has no OAUTH credential. Let its user add one in your app.`)
  const signer = await sessionOf(login, accountId)
  // The sandbox's own time, which may be ahead of this machine's.
  const identity = inventedIdentity(Date.parse(signer.createdAt))
  const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken: identity("") }, { signer })
  return client.oauth.login({ credentialId: added.id, token: identity })
}

const withToken = ({ client, options, terminal }: Login, credentialId: string): Promise<ActiveSession> =>
  client.oauth.login({
    credentialId,
    token: async (nonce) => {
      if (options.idTokenFrom !== undefined) return printedBy(options.idTokenFrom, nonce)
      if (terminal.ask === undefined) {
        throw new Error("Give the command that prints an id token whose nonce is $COUNTERSIGN_NONCE: --id-token-from")
      }
      terminal.err(`Ask the issuer for an id token with this nonce:\n${nonce}\n`)
      return (await terminal.ask("Id token: ")).trim()
    }
  })

/** By a shell: it is a command line of the person who runs this one. */
const printedBy = async (command: string, nonce: string): Promise<string> => {
  const env = { ...process.env, COUNTERSIGN_NONCE: nonce }
  const { stdout } = await promisify(exec)(command, { env })
  return stdout.trim()
}

/** Tokens of one identity, as the sandbox believes them: of the shape of one, and signed by nobody. */
const inventedIdentity = (at: number) => {
  const sub = crypto.randomUUID()
  const iat = Math.floor(at / 1000)
  const part = (value: object) => encodeBase64Url(encodeUtf8(JSON.stringify(value)))
  const claims = { iss: "https://accounts.google.com", aud: "countersign", sub, iat, exp: iat + 600 }
  return (nonce: string): string =>
    `${part({ alg: "RS256", typ: "JWT" })}.${part({ ...claims, email: "ada@example.com", nonce, jti: crypto.randomUUID() })}.c2lnbmVkLWJ5LW5vYm9keQ`
}
