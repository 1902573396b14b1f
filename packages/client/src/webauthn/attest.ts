import { encodeBase64Url } from "@countersign/wire"
import { authenticators, bytesOf } from "./assert.ts"

export interface AttestOptions {
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

/** Creates a passkey with an authenticator: WebAuthn Level 3, section 5.1.3. Rethrows the browser's errors. */
export const attest = async ({ challenge, exclude, rp, user }: AttestOptions): Promise<Attestation> => {
  const made = await authenticators().create({
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
  if (!(made instanceof PublicKeyCredential) || !(made.response instanceof AuthenticatorAttestationResponse)) {
    throw new TypeError("The browser returned no passkey")
  }
  const { response } = made
  return {
    credentialId: encodeBase64Url(new Uint8Array(made.rawId)),
    clientDataJson: encodeBase64Url(new Uint8Array(response.clientDataJSON)),
    attestationObject: encodeBase64Url(new Uint8Array(response.attestationObject)),
    transports: response.getTransports().filter((transport) => TRANSPORTS.has(transport))
  }
}

/** ES256, RS256 and EdDSA: the algorithms that the server verifies. */
const ALGORITHMS = [-7, -257, -8]

/** The transports that the server accepts. They are hints, so others are omitted. */
const TRANSPORTS = new Set(["usb", "nfc", "ble", "internal", "hybrid"])
