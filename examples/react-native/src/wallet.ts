import { type ActiveSession, type ClientOptions, createClient } from "@countersign/client"
import { type ReactNativeOptions, reactNative } from "@countersign/client/react-native"

export interface WalletOptions
  extends ReactNativeOptions,
    Pick<ClientOptions, "baseUrl" | "bundleSigner" | "fetch" | "headers"> {
  /** The wallet of the app's user, from your backend. */
  readonly accountId: string
}

/** The wallet of the app's user: what the screens call. */
export const openWallet = (options: WalletOptions) => {
  const { accountId, secureStorage } = options
  const client = createClient({ ...options, ...reactNative(options) })
  let session: ActiveSession | undefined

  const enter = async (next: ActiveSession): Promise<ActiveSession> => {
    session = next
    await secureStorage.setItemAsync(SESSION, next.id)
    return next
  }
  const signedIn = (): ActiveSession => {
    if (session === undefined) throw new Error("Sign in first")
    return session
  }
  const credentialOf = async (type: "EMAIL_OTP" | "PASSKEY"): Promise<string> => {
    const found = (await client.credentials.list(accountId)).find((credential) => credential.type === type)
    if (found === undefined) throw new Error(`The wallet has no ${type}`)
    return found.id
  }

  return {
    /** When the app starts. Returns `undefined` when the user has to sign in. */
    restore: async () => {
      const id = await secureStorage.getItemAsync(SESSION)
      session = id === null ? undefined : await client.restore(id)
      return session
    },
    /** `code` shows a form, and returns what the user types. */
    signInByMail: async (code: () => Promise<string | undefined>) =>
      enter(await client.emailOtp.login({ credentialId: await credentialOf("EMAIL_OTP"), code })),
    signInByPasskey: async () => enter(await client.passkeys.login({ credentialId: await credentialOf("PASSKEY") })),
    addPasskey: (nickname: string) => client.passkeys.register({ accountId, nickname, signer: signedIn() }),
    refresh: async () => enter(await client.refresh(signedIn())),
    signOut: async () => {
      const ended = signedIn()
      session = undefined
      await secureStorage.deleteItemAsync(SESSION)
      await client.logout(ended)
    }
  }
}

/** The name under which the app stores the id of its session. The client stores the key. */
const SESSION = "session"
