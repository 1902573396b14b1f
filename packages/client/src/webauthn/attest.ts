import { type Authenticators, authenticatorsOf, binary, bytesOf, idOf, responseOf } from "./assert.ts"

export interface AttestOptions {
  readonly authenticators: Authenticators | undefined
  readonly challenge: Uint8Array
  readonly rp: { readonly id?: string; readonly name: string }
  readonly user: { readonly id: Uint8Array; readonly name: string; readonly displayName: string }
  /** The existing passkeys of the account. An authenticator that has one of them creates no second. */
  readonly exclude: readonly string[]
}

/** The fields of a registration that `POST /auth/credentials` accepts. Binary values are base64url. */
export type Attestation = {
  readonly credentialId: string
  readonly clientDataJson: string
  readonly attestationObject: string
  readonly transports: readonly string[]
}

/** Creates a passkey with an authenticator: WebAuthn Level 3, section 5.1.3. Rethrows the errors of `authenticators`. */
export const attest = async ({ authenticators, challenge, exclude, rp, user }: AttestOptions): Promise<Attestation> => {
  const made = await authenticatorsOf(authenticators).create({
    publicKey: {
      challenge: challenge.slice(),
      rp,
      user: { ...user, id: user.id.slice() },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: exclude.map((id) => ({ type: "public-key", id: bytesOf(id) })),
      authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
      attestation: "none"
    }
  })
  const response = responseOf(made)
  return {
    credentialId: idOf(made),
    clientDataJson: binary(response.clientDataJSON),
    attestationObject: binary(response.attestationObject),
    transports: transportsOf(response)
  }
}

/** Hints, which some password managers do not give. */
const transportsOf = (response: Readonly<Record<string, unknown>>): readonly string[] => {
  try {
    const { getTransports, transports } = response
    const hints: unknown = typeof getTransports === "function" ? getTransports.call(response) : transports
    return Array.isArray(hints) ? hints.filter((hint) => TRANSPORT.test(String(hint))).slice(0, 16) : []
  } catch {
    return []
  }
}

/** ES256, RS256 and EdDSA: the algorithms that the server verifies. */
const ALGORITHMS = [-7, -257, -8]

/** The registry of transports is open: WebAuthn Level 3, section 5.8.4. */
const TRANSPORT = /^[a-z0-9-]{1,32}$/u
