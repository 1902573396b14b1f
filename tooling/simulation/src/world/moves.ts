import { RP } from "./cast.ts"
import { type Moves, type Tools, WALLET } from "./hand.ts"

/** Moves that only prepare an attack. */
export const makeMoves = (tools: Tools): Moves => {
  const { client, codeOf, credentialOf, lives, now } = tools
  const { operator, plays, rest, worked } = tools
  return {
    "signs in by the mailbox": {
      needs: "hasMailbox",
      play: async (hand) => {
        const credential = hand.hasMailbox === true ? await credentialOf(hand, "EMAIL_OTP") : undefined
        if (credential === undefined) return
        hand.signer = await client.emailOtp.login({ credentialId: credential.id, code: () => codeOf(hand) })
      }
    },
    "makes recovery codes": {
      needs: "signer",
      play: async (hand) => {
        if (hand.signer !== undefined && lives(hand))
          hand.codes = await client.recovery.createCodes(hand.accountId, { signer: hand.signer })
      }
    },
    "recovers by a saved code": {
      needs: "codes",
      play: async (hand) => {
        const [code, ...left] = hand.codes ?? []
        if (code === undefined) return
        const { accountId } = hand
        const started = await client.recovery.start(accountId)
        const credential = await client.passkeys.create({ accountId, nickname: "thief", rp: WALLET })
        hand.passkeyId = (await client.recovery.complete(started, { code, credential })).id
        // The code that was used comes last, and is tried again then.
        hand.codes = [...left, code]
      }
    },
    "signs in by its passkey": {
      needs: "passkeyId",
      play: async (hand) => {
        if (hand.passkeyId !== undefined)
          hand.signer = await client.passkeys.login({ credentialId: hand.passkeyId, rpId: RP.id })
      }
    },
    "adds a passkey": {
      needs: "signer",
      play: async (hand) => {
        const { accountId, signer } = hand
        if (signer === undefined || !lives(hand)) return
        hand.passkeyId = (await client.passkeys.register({ accountId, nickname: "thief", signer, rp: WALLET })).id
      }
    },
    "removes all credentials": {
      needs: "signer",
      play: async ({ accountId, signer }) => {
        if (signer !== undefined)
          for (const { id } of await client.credentials.list(accountId))
            await worked(client.revokeCredential(id, { signer }))
      }
    },
    "exports the wallet": {
      needs: "signer",
      play: async ({ accountId, signer }) => {
        if (signer !== undefined) await client.exportWallet(accountId, { signer })
      }
    },
    "refreshes its session": {
      needs: "signer",
      play: async (hand) => {
        if (hand.signer !== undefined) hand.signer = await client.refresh(hand.signer)
      }
    },
    "stays signed in": {
      needs: "signer",
      play: async (hand, random) => {
        if (!random.oneIn(3)) return
        for (let nth = 0; nth < FAMILY && hand.signer !== undefined; nth += 1) {
          const { signer } = hand
          // An answer may be lost.
          hand.signer = await client.refresh(signer).catch(() => client.refresh(signer))
          await rest(Date.parse(hand.signer.expiresAt) - now() - 120_000)
        }
      }
    },
    "looks at the sessions": {
      play: async ({ accountId }) => {
        await client.sessions.list(accountId)
      }
    },
    waits: {
      play: async ({ signer }, random) => {
        const end = signer === undefined ? 0 : Date.parse(signer.expiresAt) - now()
        await rest(end > 0 ? end + random.between(6000, 50_000) : random.between(10_000, 600_000))
      }
    },
    "waits for the owner": {
      play: async ({ person }, random) => {
        await plays(person, "visits", random)
        await plays(person, "signs in on the second device", random)
      }
    },
    "has support suspend the wallet, and the owner sign in and pay": {
      play: async ({ accountId, person }, random) => {
        await operator("accounts", accountId, "suspend")
        await plays(person, "signs in on the second device", random)
        await plays(person, "pays", random)
        await operator("accounts", accountId, "resume")
      }
    },
    "has support suspend a credential, and its owner sign in": {
      play: async (hand, random) => {
        const credential = await credentialOf(hand, "EMAIL_OTP")
        if (credential === undefined) return
        await operator("credentials", credential.id, "suspend")
        await plays(hand.person, "signs in on the second device", random)
        if (random.oneIn(2)) await operator("credentials", credential.id, "resume")
      }
    },
    "signs in while support suspends the wallet": {
      needs: "hasMailbox",
      play: async (hand, random) => {
        const credential = await credentialOf(hand, "EMAIL_OTP")
        if (credential === undefined) return
        let suspended = Promise.resolve(false)
        const code = async () => {
          const found = await codeOf(hand)
          suspended = rest(random.between(1, 80)).then(() => operator("accounts", hand.accountId, "suspend"))
          return found
        }
        await worked(client.emailOtp.login({ credentialId: credential.id, code }))
        if (await suspended) await operator("accounts", hand.accountId, "resume")
      }
    },
    "guesses until the lock, and has support lift it": {
      play: async (hand, random) => {
        const credential = await credentialOf(hand, "EMAIL_OTP")
        if (credential === undefined) return
        for (const _ of [1, 2])
          await worked(
            client.emailOtp.login({ credentialId: credential.id, code: () => String(random.between(100_000, 999_999)) })
          )
        await operator("credentials", credential.id, "unlock")
      }
    }
  }
}

/** More refreshes than a day has. */
const FAMILY = 110
