import { isClientPublicKey, oidcNonce } from "@countersign/wire"
import { describe, expect, it, vi } from "vitest"
import { generateKeyPair, UnexpectedAnswerError } from "../src/index.ts"
import { MNEMONIC, openAccount } from "./account.ts"
import { clientAnswered, clientOf, json, rejection } from "./service.ts"

const viaOauth = async (service = openAccount()) => {
  const client = clientOf(service)
  const token = (nonce: string) => `token for ${nonce}`
  const session = await client.oauth.login({ credentialId: service.credentialId, token })
  return { service, client, session }
}

describe("signing in with an identity token", () => {
  it("requests a token for the key that it sends, in one call", async () => {
    const service = openAccount()
    const requested: string[][] = []
    const session = await clientOf(service).oauth.login({
      credentialId: service.credentialId,
      token: async (nonce, clientPublicKey) => {
        requested.push([nonce, clientPublicKey])
        return `token for ${nonce}`
      }
    })
    const [sent, ...more] = service.calls
    expect(more).toEqual([])
    const { clientPublicKey } = sent?.body ?? {}
    expect(isClientPublicKey(clientPublicKey)).toBe(true)
    expect(requested).toEqual([[oidcNonce(clientPublicKey), clientPublicKey]])
    expect(Object.keys(sent?.body)).toEqual(["type", "oidcToken", "clientPublicKey"])
    expect(session).toMatchObject({ type: "OAUTH", signer: { publicKey: service.sessionKey } })
  })

  it("rethrows errors of token and sends nothing", async () => {
    const service = openAccount()
    const closed = new Error("the user closed the popup")
    const login = clientOf(service).oauth.login({ ...service, token: () => Promise.reject(closed) })
    expect(await rejection(login)).toBe(closed)
    expect(service.calls).toEqual([])
  })

  it("rejects a session without a key", async () => {
    const { session } = await viaOauth()
    const { signer: _, ...bare } = session
    const login = clientAnswered(() => json(200, bare)).oauth.login({ credentialId: "x", token: () => "t" })
    expect(await rejection(login)).toBeInstanceOf(UnexpectedAnswerError)
  })
})

describe("an active session", () => {
  it("refreshes with its own signature and a new key each time", async () => {
    const { client, service, session } = await viaOauth()
    const one = await client.sessions.refresh(session)
    const two = await client.refresh(one)
    expect(new Set([session.id, one.id, two.id]).size).toBe(3)
    expect(service.stampedBy).toEqual([session.signer.publicKey, one.signer.publicKey])
    const refreshes = service.calls.filter(({ call }) => call.endsWith("/refresh"))
    expect(refreshes.map(({ call }) => call)).toEqual([
      ...[session, session].map(({ id }) => `POST /auth/sessions/${id}/refresh`),
      ...[one, one].map(({ id }) => `POST /auth/sessions/${id}/refresh`)
    ])
    expect(refreshes[1]?.body).toEqual(refreshes[0]?.body)
    expect(new Set(refreshes.map(({ body }) => body.clientPublicKey)).size).toBe(2)
  })

  it("refreshes with its own signature where a policy has a rule, without a step-up that no session could be for (GU5)", async () => {
    const { service, session } = await viaOauth()
    const stepUp = { credentialTypes: ["PASSKEY"], reason: "OPERATION_CREDENTIAL_TYPE" }
    const governed: typeof fetch = async (input, init) => {
      const answer = await service.fetch(input, init)
      return answer.status === 202 ? json(202, { ...(await answer.json()), stepUp }) : answer
    }
    const onStepUp = vi.fn(generateKeyPair)
    const next = await clientOf({ fetch: governed }, { onStepUp }).refresh(session)
    expect([onStepUp.mock.calls, service.stampedBy]).toEqual([[], [session.signer.publicKey]])
    expect(next.id).not.toBe(session.id)
  })

  it("adds and revokes credentials", async () => {
    const { client, service, session } = await viaOauth()
    const { accountId, credentialId } = service
    const added = await client.addCredential({ type: "OAUTH", accountId, oidcToken: "a.b.c" }, { signer: session })
    expect(added).toMatchObject({ accountId, type: "OAUTH" })
    expect(await client.revokeCredential(credentialId, { signer: session })).toBeUndefined()
    expect(service.calls.at(-1)?.call).toBe(`DELETE /auth/credentials/${credentialId}`)
    expect(service.stampedBy).toEqual([session.signer.publicKey, session.signer.publicKey])
  })
})

describe("a wallet export", () => {
  it("returns the mnemonic, encrypted to a key of this call only", async () => {
    const { client, service, session } = await viaOauth()
    const { accountId } = service
    expect(await client.exportWallet(accountId, { signer: session })).toEqual({ mnemonic: MNEMONIC })
    const [first, second] = service.calls.slice(-2)
    expect(first?.call).toBe(`POST /internal-accounts/${accountId}/export`)
    expect(second?.body).toEqual(first?.body)
  })

  it.each([
    ["another account's", { exportOf: "InternalAccount:0199d000-0000-7000-8000-000000000000" }],
    ["signed by another key", { signKey: new Uint8Array(32).fill(0x66) }]
  ])("rejects an export that is %s", async (_, options) => {
    const service = openAccount(options)
    const error = await rejection(
      clientOf(service).exportWallet(service.accountId, { signer: await generateKeyPair() })
    )
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(String(error)).not.toContain(MNEMONIC)
  })
})
