import type { CDPSession, Page } from "playwright-core"

/** A passkey as the virtual authenticator holds it. */
export type HeldPasskey = Awaited<ReturnType<typeof passkeysOf>>[number]

/** Gives a page an authenticator built into its device, whose user is always there and always verified. */
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
    /** Puts a passkey in, with the counter it comes with; one of the same id gives way. */
    put: async (passkey: HeldPasskey) => {
      const { credentialId } = passkey
      const held = await passkeysOf(devTools, authenticatorId)
      if (held.some((each) => each.credentialId === credentialId)) {
        await devTools.send("WebAuthn.removeCredential", { authenticatorId, credentialId })
      }
      await devTools.send("WebAuthn.addCredential", { authenticatorId, credential: passkey })
    }
  }
}

const passkeysOf = async (devTools: CDPSession, authenticatorId: string) => {
  const { credentials } = await devTools.send("WebAuthn.getCredentials", { authenticatorId })
  return credentials
}
