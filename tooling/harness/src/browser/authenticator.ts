import type { CDPSession, Page } from "playwright-core"

/** A passkey as the virtual authenticator stores it. */
export interface HeldPasskey {
  readonly credentialId: string
  readonly isResidentCredential: boolean
  readonly privateKey: string
  readonly signCount: number
  readonly rpId?: string
  readonly userHandle?: string
}

/** Adds a platform authenticator to a page. It always reports user presence and user verification. */
export const addAuthenticator = async (page: Page) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send("WebAuthn.enable")
  const { authenticatorId } = await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true
    }
  })
  return {
    passkeys: () => passkeysOf(devTools, authenticatorId),
    /** Adds a passkey with its counter. Replaces a passkey with the same id. */
    put: async (passkey: HeldPasskey) => {
      const { credentialId } = passkey
      const held = await passkeysOf(devTools, authenticatorId)
      if (held.some((each) => each.credentialId === credentialId)) {
        await devTools.send("WebAuthn.removeCredential", { authenticatorId, credentialId })
      }
      await devTools.send("WebAuthn.addCredential", { authenticatorId, credential: passkey })
    },
    /** Removes the authenticator with all of its passkeys. */
    remove: async () => {
      await devTools.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId })
    }
  }
}

const passkeysOf = async (devTools: CDPSession, authenticatorId: string): Promise<ReadonlyArray<HeldPasskey>> =>
  (await devTools.send("WebAuthn.getCredentials", { authenticatorId })).credentials
