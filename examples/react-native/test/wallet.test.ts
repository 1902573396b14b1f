import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { createCountersign } from "countersign"
import { afterAll, describe, expect, it } from "vitest"
import { openWallet } from "../src/wallet.ts"

const ORIGIN = "android:apk-key-hash:pNiP5iKyQ8JwgGOaKA1zGPUPJIS-0H1xKCQcfIoGLck"
const countersign = createCountersign({
  logs: "none",
  sandbox: { passkeys: { rpIds: ["example.com"], origins: [ORIGIN] } }
})
afterAll(() => countersign.close())
const environment = { platformId: "sandbox", mode: "sandbox" } as const

/** A phone with the app, whose user has a wallet. `start` starts the app again. */
const phone = async (email: string) => {
  const api = countersign.api.in(environment)
  const { id: customerId } = await api.customers.create({ customerType: "INDIVIDUAL", email })
  const [account] = (await api.internalAccounts.list({ customerId, type: "EMBEDDED_WALLET" })).data
  const handler = countersign.forUser(({ headers }) =>
    headers.get("authorization") === "Bearer of the app" ? { ...environment, customerId } : undefined
  )
  const keychain = new Map<string, string>()
  const authenticator = makeAuthenticator({ rpId: "example.com", origin: ORIGIN })
  const id = authenticator.credentialId
  const start = () =>
    openWallet({
      baseUrl: "https://app.example.com/2025-10-13",
      headers: { authorization: "Bearer of the app" },
      bundleSigner: countersign.bundleSigner,
      accountId: account?.id ?? "",
      fetch: (url, init) => handler(new Request(url, init)),
      secureStorage: {
        getItemAsync: async (name) => keychain.get(name) ?? null,
        setItemAsync: async (name, value) => void keychain.set(name, value),
        deleteItemAsync: async (name) => void keychain.delete(name)
      },
      passkeys: {
        create: async ({ challenge }) => {
          const { attestationObject, clientDataJson } = authenticator.register({ challenge })
          return { id, response: { clientDataJSON: clientDataJson, attestationObject } }
        },
        get: async ({ challenge }) => {
          const { clientDataJson, ...response } = authenticator.assert({ challenge })
          return { id, response: { ...response, clientDataJSON: clientDataJson } }
        }
      },
      rpId: "example.com"
    })
  return { keychain, start }
}

describe("GU3: the app of examples/react-native", () => {
  it("signs in by e-mail, adds a passkey, stays signed in after a restart, and signs out", async () => {
    const { keychain, start } = await phone("ada@example.com")
    const first = start()
    expect(await first.restore()).toBeUndefined()
    const session = await first.signInByMail(async () => "000000")
    await first.addPasskey("This phone")

    const second = start()
    expect((await second.restore())?.id).toBe(session.id)
    expect((await second.refresh()).type).toBe("EMAIL_OTP")
    await second.signOut()
    expect([...keychain]).toEqual([])

    const third = start()
    expect(await third.restore()).toBeUndefined()
    expect((await third.signInByPasskey()).type).toBe("PASSKEY")
  })

  it("signs nothing before a sign-in, and reports a wallet without a passkey", async () => {
    const { start } = await phone("zoe@example.com")
    const wallet = start()
    expect(() => wallet.addPasskey("This phone")).toThrow("Sign in first")
    await expect(wallet.signInByPasskey()).rejects.toThrow("The wallet has no PASSKEY")
  })
})
