import {
  addOauth,
  addPasskey,
  clientKey,
  oauthAddition,
  oauthSession,
  oidcToken,
  passkeyAddition,
  pendingAssertion
} from "@countersign/harness/fixtures"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { keyPair, retryHeaders, sealed } from "@countersign/harness/world"
import { oidcNonce } from "@countersign/wire"
import { type Backend, nowhere, type Wallet } from "./Caller.ts"
import { RP } from "./cast.ts"
import type { Party } from "./Simulation.ts"

const SITE = { rpId: RP.id, origin: RP.origin }
const BECAUSE = { actor: "support-7", reason: "Reported by the customer" }

/** A caller that signs, types and registers what no wallet accepts, in a sandbox. */
export const clumsyWithKeys = (backend: Backend): Party["acts"] => {
  const { call, certain, freshEmail, own, sign, sure, wait, wallet, world } = backend
  const opened = ({ credentialId }: Wallet) => `/auth/credentials/${credentialId}`
  /** The answer to the newest code of a wallet. */
  const answered = async (path: string, bundle: string, code: string) =>
    call("POST", `${path}/verify`, {
      type: "EMAIL_OTP",
      encryptedOtpBundle: await sealed(world, bundle, code, keyPair().publicKey)
    })
  const bundleOf = async (path: string): Promise<string> =>
    (await sure("POST", `${path}/challenge`)).otpEncryptionTargetBundle
  return {
    "signs wrongly": async () => {
      const { accountId, keys, sessionId } = await wallet()
      const [path, body] = ["/auth/recovery-codes", { accountId, clientPublicKey: clientKey().hex }]
      await backend.settle({ recovery: { savedCodes: { enabled: true } } })
      const leg = await sure("POST", path, body)
      const headers = retryHeaders(leg, keys)
      const { "request-id": id, "service-wallet-signature": stamp } = headers
      const others: ReadonlyArray<Readonly<Record<string, string>>> = [
        { "request-id": id },
        { "service-wallet-signature": stamp },
        { ...headers, "service-wallet-signature": "no stamp" },
        { ...headers, "request-id": nowhere("Request") },
        retryHeaders(leg, keyPair()),
        retryHeaders({ ...leg, payloadToSign: `${leg.payloadToSign} ` }, keys)
      ]
      for (const other of others) await call("POST", path, body, other)
      await call("POST", path, { ...body, clientPublicKey: clientKey().hex }, headers)
      await call("DELETE", `/auth/sessions/${sessionId}`, undefined, headers)
      for (const _ of [1, 2]) await call("POST", path, body, headers)
    },
    "signs too often and too late": async () => {
      const { accountId, keys } = await wallet()
      const [path, body] = ["/auth/sessions/revoke-others", { accountId }]
      const [worn, late] = [await sure("POST", path, body), await sure("POST", path, body)]
      for (let nth = 0; nth < 11; nth += 1) await call("POST", path, body, retryHeaders(worn, keyPair()))
      await wait(301_000)
      await call("POST", path, body, retryHeaders(late, keys))
    },
    "types wrong codes": async () => {
      const email = freshEmail()
      const { credentialId } = await certain.customer(own, email)
      const path = `/auth/credentials/${credentialId}`
      const old = await bundleOf(path)
      const bundle = await bundleOf(path)
      await answered(path, old, "000000")
      await call("POST", `${path}/verify`, { type: "EMAIL_OTP", encryptedOtpBundle: "{}" })
      for (let nth = 0; nth < 6; nth += 1) await answered(path, bundle, "111111")
      await call("POST", `${path}/challenge`)
      await call("POST", `/operator/credentials/${credentialId}/unlock`, BECAUSE)
    },
    "types old codes": async () => {
      const { credentialId } = await certain.customer(own, freshEmail())
      const path = `/auth/credentials/${credentialId}`
      const [keys, body] = [keyPair(), { type: "EMAIL_OTP" }]
      const bundle = await sealed(world, await bundleOf(path), "000000", keys.publicKey)
      const proven = await sure("POST", `${path}/verify`, { ...body, encryptedOtpBundle: bundle })
      await call("POST", `${path}/verify`, { ...body, encryptedOtpBundle: bundle })
      const next = await bundleOf(path)
      await call("POST", `${path}/verify`, { ...body, encryptedOtpBundle: bundle }, retryHeaders(proven, keys))
      await wait(301_000)
      await answered(path, next, "000000")
    },
    "adds what exists": async () => {
      const { accountId, credentialId, keys } = await wallet()
      const add = (body: object) => sign(keys, "POST", "/auth/credentials", body)
      await add({ type: "EMAIL_OTP", accountId })
      await call("DELETE", `/auth/credentials/${credentialId}`)
      await addOauth(certain, own, accountId, keys, accountId)
      await add(oauthAddition(world, accountId, accountId))
      const { authenticator, credentialId: passkeyId } = await addPasskey(certain, own, accountId, keys, SITE)
      await add(passkeyAddition(accountId, authenticator))
      await sign(keys, "PATCH", `/auth/credentials/${credentialId}`, { nickname: "Mail" })
      await (await pendingAssertion(certain, own, passkeyId, authenticator)).verify()
    },
    "adds what is wrong": async () => {
      const { accountId, credentialId, keys } = await wallet()
      const add = (body: object) => sign(keys, "POST", "/auth/credentials", body)
      const passkey = passkeyAddition(accountId, makeAuthenticator(SITE))
      await add({ type: "OAUTH", accountId, oidcToken: "not.a.token" })
      await add({ type: "OAUTH", accountId, oidcToken: oidcToken(world, { iat: 1, exp: 2 }) })
      await add({ ...passkey, attestation: { ...passkey.attestation, attestationObject: "AAAA" } })
      await add(passkeyAddition(accountId, makeAuthenticator({ rpId: RP.id, origin: "https://evil.example" })))
      const client = clientKey().hex
      const oauth = { type: "OAUTH", oidcToken: oidcToken(world), clientPublicKey: client }
      await call("POST", `/auth/credentials/${credentialId}/verify`, oauth)
      const { body } = await certain.call(own, "POST", "/customers", { body: { customerType: "INDIVIDUAL" } })
      const { data } = await sure("GET", `/internal-accounts?customerId=${body.id}&type=EMBEDDED_WALLET`)
      await call("POST", "/auth/credentials", { type: "EMAIL_OTP", accountId: data[0].id })
      await call("POST", "/auth/sign-ins/session", { accountId, signInId: nowhere("Request") })
    },
    "challenges what has no challenge": async () => {
      const { accountId, keys } = await wallet()
      const oauth = await addOauth(certain, own, accountId, keys, accountId)
      await call("POST", `/auth/credentials/${oauth.credentialId}/challenge`)
      const { authenticator, credentialId } = await addPasskey(certain, own, accountId, keys, SITE)
      await call("POST", `/auth/credentials/${credentialId}/challenge`)
      const { body, path } = await pendingAssertion(certain, own, credentialId, authenticator)
      await call("POST", path, body)
    },
    "changes credentials between two legs": async () => {
      const { accountId, credentialId, customerId, keys } = await wallet()
      const oauth = await addOauth(certain, own, accountId, keys, accountId)
      const by = await oauthSession(certain, own, oauth.credentialId, accountId)
      const [path, body] = [`/customers/${customerId}`, { email: freshEmail() }]
      const leg = await sure("PATCH", path, body)
      await sign(by.keys, "DELETE", `/auth/credentials/${credentialId}`)
      await call("PATCH", path, body, retryHeaders(leg, by.keys))
      await sign(by.keys, "PATCH", `/internal-accounts/${accountId}`, { privateEnabled: true })
    },
    "adds fifty credentials": async () => {
      const { accountId, keys } = await wallet()
      for (let nth = 0; nth < 60; nth += 1) {
        const one = oauthAddition(world, accountId, `${accountId} ${nth}`)
        const added = await sign(keys, "POST", "/auth/credentials", one).catch(() => undefined)
        if (added?.status === 400) return
      }
    },
    "signs a visitor in by its token": async () => {
      const { accountId, keys } = await wallet()
      await addOauth(certain, own, accountId, keys, accountId)
      const client = clientKey().hex
      const token = oidcToken(world, { sub: accountId, nonce: oidcNonce(client) })
      const body = { oidcToken: token, clientPublicKey: client }
      await call("POST", "/auth/sign-ins/oidc", body)
      for (const _ of [1, 2]) await call("POST", "/auth/sign-ins/oidc/session", { ...body, accountId })
    },
    "signs in while support has it suspended": async () => {
      const one = await wallet()
      const [account, credential] = [`/operator/accounts/${one.accountId}`, `/operator/credentials/${one.credentialId}`]
      for (const path of [credential, account]) {
        for (const _ of [1, 2]) await call("POST", `${path}/suspend`, BECAUSE)
        await call("POST", `${opened(one)}/challenge`)
        await sign(one.keys, "POST", `/internal-accounts/${one.accountId}/export`, { clientPublicKey: clientKey().hex })
        for (const _ of [1, 2]) await call("POST", `${path}/resume`, BECAUSE)
      }
      await call("POST", `${credential}/unlock`, BECAUSE)
    }
  }
}
