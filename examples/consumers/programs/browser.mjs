import { makeAuthenticator } from "@countersign/harness/passkeys/authenticator"

/** Gives a program in Node what its user's browser has: cookies, the origin of the page, and passkeys. */
const origin = `http://localhost:${process.env.PORT}`
const cookies = new Map()
const { fetch } = globalThis
globalThis.fetch = async (url, init) => {
  const request = new Request(url, init)
  if (!request.url.startsWith(origin)) return fetch(request)
  request.headers.set("origin", origin)
  request.headers.set("cookie", [...cookies].map((pair) => pair.join("=")).join("; "))
  const response = await fetch(request)
  for (const cookie of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=]+)=([^;]*)/u.exec(cookie) ?? []
    cookies.set(name, value)
  }
  return response
}

const authenticator = makeAuthenticator({ rpId: "localhost", origin })
const bytes = (text) => Uint8Array.from(Buffer.from(text, "base64url")).buffer
const text = (challenge) => Buffer.from(challenge).toString("base64url")
let userHandle

/** A credential as WebAuthn Level 3, section 5.1 returns it. */
const credentialOf = (response) => ({
  id: authenticator.credentialId,
  rawId: bytes(authenticator.credentialId),
  type: "public-key",
  authenticatorAttachment: "platform",
  getClientExtensionResults: () => ({}),
  response
})

const credentials = {
  create: async ({ publicKey }) => {
    userHandle = publicKey.user.id
    const made = authenticator.register({ challenge: text(publicKey.challenge) })
    return credentialOf({
      attestationObject: bytes(made.attestationObject),
      clientDataJSON: bytes(made.clientDataJson),
      getTransports: () => made.transports
    })
  },
  get: async ({ publicKey }) => {
    const made = authenticator.assert({ challenge: text(publicKey.challenge) })
    return credentialOf({
      authenticatorData: bytes(made.authenticatorData),
      clientDataJSON: bytes(made.clientDataJson),
      signature: bytes(made.signature),
      userHandle
    })
  }
}
Object.defineProperty(globalThis, "navigator", { value: { credentials }, configurable: true })
globalThis.PublicKeyCredential = class PublicKeyCredential {}
globalThis.location = new URL(origin)
