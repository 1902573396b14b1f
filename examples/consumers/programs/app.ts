import { accountTypes, checkAccount, type Issue } from "@countersign/account-types"
import { type Client, CountersignError, createClient, generateKeyPair, type KeyPair } from "@countersign/client"
import { encodeHex, sha256 } from "@countersign/wire"

/** The sign-in of a front end, with its handling of errors. */
export const signIn = async (credentialId: string, code: string): Promise<string> => {
  const client: Client = createClient({ baseUrl: "https://acme.example/wallet", bundleSigner: "02".padEnd(66, "0") })
  try {
    return (await client.emailOtp.login({ credentialId, code: () => code })).type
  } catch (error) {
    if (error instanceof CountersignError) return error.code
    throw error
  }
}

/** The validation issues of a form, by field. */
export const problems = (accountInfo: Record<string, string>): ReadonlyArray<Issue> =>
  checkAccount({ currency: "MXN", accountInfo }, "production")

export const words: ReadonlyArray<string> = [...accountTypes.keys(), encodeHex(sha256(new Uint8Array()))]
export const keys: Promise<KeyPair> = generateKeyPair()
