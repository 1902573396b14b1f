import { generateKeyPair } from "@countersign/client"
import { usd } from "@countersign/harness/externalAccounts"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { quoteOf } from "@countersign/harness/payments"
import { basic } from "@countersign/harness/world"
import { encodeBase64Url, uncompressedHex } from "@countersign/wire"
import { callerOf, RP } from "./cast.ts"
import type { Moves, Tools } from "./hand.ts"

/** Attacks: none may succeed, whatever came before. All invariants apply to those that name none. */
export const makeAttacks = (tools: Tools): Moves => {
  const { call, client, codeOf, credentialOf, home, issuer, justification, lives, now } = tools
  const { otherSession, plays, rest, signed, stolen, victim, withToken, worked } = tools
  return {
    "signs with a key of its own": {
      violates: "I3",
      play: async ({ accountId }) => {
        const signer = await generateKeyPair()
        return worked(client.exportWallet(accountId, { signer }))
      }
    },
    "stamps another text": {
      needs: "signer",
      violates: "I3",
      play: async (hand, random) => {
        const { accountId, signer } = hand
        if (signer === undefined || !lives(hand)) return undefined
        const text = random.pick(["", "another text"])
        return signed("POST", "/auth/sessions/revoke-others", { accountId }, (payload) =>
          signer.signer.sign(payload.slice(1) + text)
        )
      }
    },
    "completes another call by a request": {
      needs: "signer",
      violates: "I2",
      play: async (hand) => {
        const { signer } = hand
        const [one, other] = [signer?.id, await otherSession(hand)]
        if (signer === undefined || other === undefined || !lives(hand)) return undefined
        const stamp = (payload: string) => signer.signer.sign(payload)
        return signed("DELETE", `/auth/sessions/${other}`, undefined, stamp, { path: `/auth/sessions/${one}` })
      }
    },
    "changes the body of a signed call": {
      needs: "signer",
      violates: "I2",
      play: async (hand) => {
        const { signer } = hand
        if (signer === undefined || !lives(hand)) return undefined
        const [one, other] = [await generateKeyPair(), await generateKeyPair()]
        const stamp = (payload: string) => signer.signer.sign(payload)
        const body = { clientPublicKey: other.publicKey }
        const path = `/auth/sessions/${signer.id}/refresh`
        return signed("POST", path, { clientPublicKey: one.publicKey }, stamp, { body })
      }
    },
    "refreshes another session with its key": {
      needs: "signer",
      violates: "I3",
      play: async (hand) => {
        const { signer } = hand
        const other = await otherSession(hand)
        if (signer === undefined || other === undefined || !lives(hand)) return undefined
        const { publicKey } = await generateKeyPair()
        const body = { clientPublicKey: publicKey }
        return signed("POST", `/auth/sessions/${other}/refresh`, body, (payload) => signer.signer.sign(payload))
      }
    },
    "sends the signature of the sandbox": {
      violates: "I14",
      play: async ({ accountId }) =>
        home.mode === "sandbox"
          ? undefined
          : signed("POST", "/auth/sessions/revoke-others", { accountId }, () => WAIVED)
    },
    "uses a session that has ended": {
      needs: "signer",
      violates: "I10",
      play: async (hand, random) => {
        const { accountId, signer } = hand
        if (signer === undefined) return undefined
        if (random.oneIn(2) && lives(hand)) await client.logout(signer)
        else await rest(Math.max(0, Date.parse(signer.expiresAt) - now()) + random.between(6000, 50_000))
        await client.sessions.list(accountId)
        const used = [
          await worked(client.refresh(signer)),
          await worked(client.recovery.createCodes(accountId, { signer })),
          await worked(client.sessions.revokeOthers(accountId, { signer }))
        ]
        return used.includes(true)
      }
    },
    "sends a code after its life": {
      needs: "hasMailbox",
      violates: "I10",
      play: async (hand) => {
        const credential = hand.hasMailbox === true ? await credentialOf(hand, "EMAIL_OTP") : undefined
        if (credential === undefined) return undefined
        const code = async () => {
          const found = await codeOf(hand)
          await rest(OTP_LIFE)
          return found
        }
        return worked(client.emailOtp.login({ credentialId: credential.id, code }))
      }
    },
    "links an identity twice, and signs in by a token for another key": {
      needs: "signer",
      violates: "I3",
      play: async (hand) => {
        const { accountId, signer } = hand
        if (signer === undefined || !lives(hand)) return undefined
        const oidcToken = () => issuer.tokenOf(`identity of ${accountId}`, now(), { nonce: "for another key" })
        for (const _ of [1, 2]) {
          await worked(client.addCredential({ type: "OAUTH", accountId, oidcToken: oidcToken() }, { signer }))
          await rest(1500)
        }
        const identity = await credentialOf(hand, "OAUTH")
        if (identity === undefined) return undefined
        const { publicKey } = await generateKeyPair()
        const body = { type: "OAUTH", oidcToken: oidcToken(), clientPublicKey: publicKey }
        return (await call("POST", `/auth/credentials/${identity.id}/verify`, body)).status < 300
      }
    },
    "proves a credential as one of another kind": {
      play: async (hand, random) => {
        const credential = await credentialOf(hand, "EMAIL_OTP")
        if (credential === undefined) return
        const { publicKey } = await generateKeyPair()
        const oidcToken = issuer.tokenOf("thief", now(), { nonce: "nonce" })
        const bodies = [
          { type: "OAUTH", oidcToken, clientPublicKey: publicKey },
          { type: "EMAIL_OTP", encryptedOtpBundle: "x".repeat(64) }
        ]
        for (const { id } of await client.credentials.list(hand.accountId))
          await call("POST", `/auth/credentials/${id}/verify`, random.pick(bodies))
      }
    },
    "answers a challenge with the assertion of another": {
      needs: "signer",
      violates: "I3",
      play: async (hand) => {
        const { accountId, signer } = hand
        if (signer === undefined || !lives(hand)) return undefined
        const made = makeAuthenticator({ rpId: RP.id, origin: RP.origin })
        const credential = await client.addCredential(registration(made, accountId), { signer })
        const { publicKey } = await generateKeyPair()
        const path = `/auth/credentials/${credential.id}`
        const [one, other] = [
          await call("POST", `${path}/challenge`, { clientPublicKey: uncompressedHex(publicKey) }),
          await call("POST", `${path}/challenge`, { clientPublicKey: uncompressedHex(publicKey) })
        ]
        if (one.status >= 300 || other.status >= 300) return undefined
        const assertion = made.assert({ challenge: one.body.challenge, flags: { up: true, uv: true } })
        const headers = { "request-id": String(other.body.requestId) }
        return (await call("POST", `${path}/verify`, { type: "PASSKEY", assertion }, headers)).status < 300
      }
    },
    "registers one passkey on two accounts": {
      needs: "signer",
      play: async (hand, random) => {
        const { accountId, signer } = hand
        const other = await victim(random)
        const own = other && stolen(other)
        if (signer === undefined || !lives(hand) || other === undefined || own === undefined) return
        if (other.accountId === accountId) return
        const made = makeAuthenticator({ rpId: RP.id, origin: RP.origin })
        if (!(await worked(client.addCredential(registration(made, other.accountId), { signer: own })))) return
        await worked(client.addCredential(registration(made, accountId), { signer }))
      }
    },
    "changes the payee between quote and signature": {
      needs: "signer",
      violates: "I17",
      play: async (hand, random) => {
        const { accountId, customerId, signer } = hand
        if (signer === undefined || !lives(hand)) return undefined
        const fund = { amount: 100_000_000 }
        if (home.mode === "sandbox") await call("POST", `/sandbox/internal-accounts/${accountId}/fund`, fund)
        else
          await call("POST", "/deposits", {
            ...fund,
            event: `deposit ${random.upTo(0x7fffffff)}`,
            accountId,
            currency: "USDC"
          })
        const payee = usd({ accountNumber: `76543210${random.between(10, 99)}` }, { customerId })
        const { body: made, status } = await call("POST", "/customers/external-accounts", payee)
        if (status !== 201) return undefined
        const quote = await call("POST", "/quotes", quoteOf(accountId, String(made.id), 1_000_000))
        if (quote.status !== 201) return undefined
        const changes = [
          { accountNumber: `11112222${random.between(10, 99)}` },
          { beneficiary: { address: { line1: "2 Other Street" } } }
        ]
        const changed = await call("PATCH", `/customers/external-accounts/${made.id}`, {
          accountInfo: random.pick(changes)
        })
        const confirm = () => true
        return changed.status === 200 ? worked(client.executeQuote(quote.body, { signer, confirm })) : undefined
      }
    },
    "pays from the wallet": {
      play: async ({ person }, random) => {
        await plays(person, "pays", random)
      }
    },
    "calls with the token and no secret": {
      violates: "I9",
      play: async () => {
        const headers = { authorization: basic({ ...callerOf(home), secret: "a-secret-that-is-not-its-own" }) }
        return (await call("GET", "/customers", undefined, headers)).status < 300
      }
    },
    "acts as an operator": {
      needs: "token",
      violates: "I21",
      play: ({ accountId, token }) =>
        withToken(token, "POST", `/operator/accounts/${accountId}/end-sessions`, justification)
    },
    "makes a token of more scopes": {
      needs: "token",
      violates: "I21",
      play: ({ token }, random) =>
        withToken(token, "POST", "/tokens", { name: "more", permissions: [random.pick(["OPERATE", "SETTLE"])] })
    },
    "removes a token of more scopes": {
      needs: "token",
      violates: "I21",
      play: async ({ token }) => {
        const { body, status } = await call("POST", "/tokens", { name: "job", permissions: ["TRANSACT", "OPERATE"] })
        return status === 201 ? withToken(token, "DELETE", `/tokens/${body.id}`) : undefined
      }
    },
    "changes the settings": {
      needs: "token",
      violates: "I21",
      play: async ({ token }) => {
        const { body } = await call("GET", "/platform/settings")
        const patch = { revision: body.revision, recovery: { savedCodes: { enabled: true } } }
        return withToken(token, "PATCH", "/platform/settings", patch)
      }
    },
    "uses its token after its removal": {
      needs: "token",
      violates: "I10",
      play: async (hand) => {
        const { token, tokenId } = hand
        if (token === undefined || tokenId === undefined) return undefined
        for (const _ of [1, 2, 3, 4]) await withToken(token, "GET", "/customers")
        if ((await call("DELETE", `/tokens/${tokenId}`)).status !== 204) return undefined
        const after = [1, 2, 3, 4].map(() => withToken(token, "GET", "/customers"))
        const isUsed = (await Promise.all(after)).includes(true)
        delete hand.token
        return isUsed
      }
    }
  }
}

const registration = (made: ReturnType<typeof makeAuthenticator>, accountId: string) => {
  const challenge = encodeBase64Url(new TextEncoder().encode(crypto.randomUUID()))
  const { attestationObject, clientDataJson, credentialId } = made.register({
    challenge,
    flags: { up: true, uv: true }
  })
  const attestation = { attestationObject, clientDataJson, credentialId, transports: [] }
  return { type: "PASSKEY", accountId, nickname: "one passkey", challenge, attestation } as const
}

/** The signature that the sandbox waives. In parts, since no other package may contain the word. */
const WAIVED = ["sandbox", "valid", "signature"].join("-")
/** Longer than the life of a code. */
const OTP_LIFE = 330_000
