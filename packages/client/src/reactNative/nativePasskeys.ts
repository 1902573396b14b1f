import { type Authenticators, binary, responseOf } from "../webauthn/assert.ts"

/** The options to create a passkey, as JSON: WebAuthn Level 3, section 5.1.9. Binary members are base64url. */
export interface PasskeyCreation {
  challenge: string
  rp: { id: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: Array<{ type: "public-key"; alg: number }>
  excludeCredentials: Array<{ type: "public-key"; id: string }>
  authenticatorSelection: { residentKey: "preferred"; userVerification: "required" }
  attestation: "none"
}

/** The options to sign with a passkey, as JSON: WebAuthn Level 3, section 5.1.10. Binary members are base64url. */
export interface PasskeyRequest {
  challenge: string
  rpId: string
  allowCredentials: Array<{ type: "public-key"; id: string }>
  userVerification: "required"
}

/**
 * The passkeys of the device, as the module `react-native-passkeys` has them. Both functions return the response as JSON
 * (WebAuthn Level 3, section 5.1, `toJSON`), or `null` when the end user cancels.
 */
export interface NativePasskeys {
  readonly create: (options: PasskeyCreation) => Promise<unknown>
  readonly get: (options: PasskeyRequest) => Promise<unknown>
}

/** The end user cancelled the prompt of the device. It has the name of the browser's error. Nothing was sent. */
export class PasskeyNotAllowedError extends Error {
  override readonly name = "NotAllowedError"

  constructor(cause?: unknown) {
    super("The passkey prompt was cancelled", cause === undefined ? undefined : { cause })
  }
}

/** Returns authenticators over the JSON interface of a library. Rethrows its errors, except of a cancelled prompt. */
export const nativePasskeys = (native: NativePasskeys, rpId: string): Authenticators => ({
  rpName: rpId,
  create: async ({ publicKey }) => {
    if (publicKey === undefined) throw new TypeError("create needs publicKey")
    const { challenge, excludeCredentials, pubKeyCredParams, rp, user } = publicKey
    return answered(() =>
      native.create({
        challenge: binary(challenge),
        rp: { id: rp.id ?? rpId, name: rp.name },
        user: { id: binary(user.id), name: user.name, displayName: user.displayName },
        pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: "public-key", alg })),
        excludeCredentials: listed(excludeCredentials),
        authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
        attestation: "none"
      })
    )
  },
  get: async ({ publicKey }) => {
    if (publicKey === undefined) throw new TypeError("get needs publicKey")
    return answered(() =>
      native.get({
        challenge: binary(publicKey.challenge),
        rpId: publicKey.rpId ?? rpId,
        allowCredentials: listed(publicKey.allowCredentials),
        userVerification: "required"
      })
    )
  }
})

const listed = (passkeys: ReadonlyArray<PublicKeyCredentialDescriptor> = []) =>
  passkeys.map(({ id }) => ({ type: "public-key" as const, id: binary(id) }))

const answered = async (run: () => Promise<unknown>): Promise<unknown> => {
  let made: unknown
  try {
    made = await run()
  } catch (error) {
    const { code, error: kind, name } = Object(error)
    if (/cancell?ed|cancellation/iu.test([code, kind, name].join(" "))) throw new PasskeyNotAllowedError(error)
    throw error
  }
  if (made === null || made === undefined) throw new PasskeyNotAllowedError()
  const { id, rawId } = Object(made)
  const response = Object.entries(responseOf(made)).map(([name, value]) => [name, spelled(value)])
  return { id: spelled(id), rawId: spelled(rawId), response: Object.fromEntries(response) }
}

/** Some libraries return base64 with padding, and an empty text for an absent user handle. */
const spelled = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") || undefined : value
