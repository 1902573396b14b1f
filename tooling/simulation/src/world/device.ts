import { type ActiveSession, type Client, createClient, type KeyStore, memoryKeyStore } from "@countersign/client"
import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"
import { encodeBase64Url } from "@countersign/wire"
import { type Actor, actor } from "../scheduler/Scheduler.ts"
import { authorization, BASE, type Home, RP } from "./cast.ts"
import type { Simulation } from "./Simulation.ts"

/** Whether a call of the client was carried out. */
export const worked = (run: Promise<unknown>): Promise<boolean> =>
  run.then(
    () => true,
    () => false
  )

/** A device: its own clock, its stored keys, its authenticator, and the real client over the simulated network. */
export const makeDevice = ({ bundleSigner, network }: Simulation, home: Home, name: string, ahead: number): Device => {
  const owner = actor(name, ahead)
  const kept = new Map<string, ActiveSession>()
  const keyStore: KeyStore = {
    ...memoryKeyStore(),
    save: async (session) => void kept.set(session.id, session),
    recall: async (id) => kept.get(id),
    drop: async (id) => void kept.delete(id)
  }
  const send = network.fetchOf(owner)
  const headers = { authorization: authorization(home) }
  return {
    owner,
    client: createClient({
      baseUrl: BASE,
      bundleSigner,
      headers,
      keyStore,
      fetch: send,
      authenticators: authenticators()
    }),
    sessions: () => [...kept.values()],
    call: async (method, path, body, more = {}) => {
      const answer = await send(`${BASE}${path}`, {
        method,
        headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }), ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) })
      })
      const text = await answer.text()
      return { status: answer.status, body: text === "" ? undefined : JSON.parse(text) }
    }
  }
}

export interface Device {
  readonly owner: Actor
  readonly client: Client
  readonly sessions: () => ReadonlyArray<ActiveSession>
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>
  ) => Promise<{ readonly status: number; readonly body: ReturnType<typeof JSON.parse> }>
}

/** The passkeys of a device, each with a key pair of its own. */
export const authenticators = () => {
  const passkeys = new Map<string, ReturnType<typeof makeAuthenticator>>()
  const textOf = (challenge: BufferSource) =>
    encodeBase64Url(
      ArrayBuffer.isView(challenge)
        ? new Uint8Array(challenge.buffer, challenge.byteOffset, challenge.byteLength)
        : new Uint8Array(challenge)
    )
  return {
    rpName: "Wallet",
    create: async ({ publicKey }: CredentialCreationOptions) => {
      if (publicKey === undefined) throw new TypeError("simulation: no options")
      const made = makeAuthenticator({ rpId: RP.id, origin: RP.origin })
      const { attestationObject, clientDataJson, credentialId } = made.register({
        challenge: textOf(publicKey.challenge),
        flags: { up: true, uv: true }
      })
      passkeys.set(credentialId, made)
      return { id: credentialId, response: { clientDataJSON: clientDataJson, attestationObject } }
    },
    get: async ({ publicKey }: CredentialRequestOptions) => {
      const [allowed] = publicKey?.allowCredentials ?? []
      const id = allowed === undefined ? [...passkeys.keys()].at(-1) : textOf(allowed.id)
      const made = passkeys.get(id ?? "")
      if (publicKey === undefined || made === undefined) throw new DOMException("no such passkey", "NotAllowedError")
      const { authenticatorData, clientDataJson, credentialId, signature } = made.assert({
        challenge: textOf(publicKey.challenge),
        flags: { up: true, uv: true }
      })
      return { id: credentialId, response: { clientDataJSON: clientDataJson, authenticatorData, signature } }
    }
  }
}
