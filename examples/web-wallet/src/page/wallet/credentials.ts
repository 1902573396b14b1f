import type { Desk } from "./desk.ts"

/** Adding and removing what opens the wallet. Each is signed by the session. */
export const credentials = ({ client, doing, me: { accountId }, reads, signer }: Desk) => ({
  addPasskey: (nickname: string) =>
    doing(async () => {
      const added = await client.passkeys.register({ accountId, nickname, signer: signer() })
      await reads.access()
      return `The passkey “${added.nickname}” opens the wallet from now on.`
    }),
  addOpenId: (token: (nonce: string) => Promise<string>) =>
    doing(async () => {
      const session = signer()
      // Only a sign-in binds a token to a key. This one says who it is, and the session signs for it.
      const oidcToken = await token("")
      const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken }, { signer: session })
      await reads.access()
      return `The identity ${added.nickname} opens the wallet from now on.`
    }),
  addEmail: () =>
    doing(async () => {
      await client.addCredential({ type: "EMAIL_OTP", accountId }, { signer: signer() })
      await reads.access()
      return "Codes are mailed to you again."
    }),
  removeCredential: (id: string) =>
    doing(async () => {
      await client.revokeCredential(id, { signer: signer() })
      await reads.access()
      return "The credential is removed, and its sessions have ended."
    })
})
