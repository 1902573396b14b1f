import {
  CurrentEnvironment,
  IdentityTokens,
  Passkeys,
  Policy,
  Seals,
  type Secrets,
  ServiceKey,
  Signatures,
  type SigningKey,
  type Store,
  stampAuthority,
  Throttle,
  Vault,
  Wallets
} from "@countersign/core/internal"
import {
  decodeUtf8,
  encodeHex,
  encodeUtf8,
  oidcNonce,
  signP256,
  uncompressedBytes,
  verifyP256
} from "@countersign/wire"
import { Effect, Layer } from "effect"
import { answers, digestOf, here, keys, policy } from "../cast/cast.ts"
import { remembered } from "../remembered.ts"

/** Real signatures. Verifications are cached, because a run repeats the same few. */
const verified = remembered<string, boolean>()
const signatures = Layer.succeed(Signatures, {
  verify: ({ message, publicKey, signature }) =>
    Effect.sync(() =>
      verified([message, signature].map(encodeHex).join(publicKey), () => verifyP256(message, signature, publicKey))
    )
})

/** An identity provider. A token is the name of the credential that it was issued for. */
const identityTokens = Layer.mock(IdentityTokens)({
  clockSkew: 0,
  maxAge: 60_000,
  mayTrust: () => true,
  identify: (token) =>
    Effect.succeed({
      issuer: "https://issuer.example",
      audience: "app",
      subject: token,
      issuedAt: 0,
      expiresAt: 60,
      nonce: oidcNonce(keys.opened.publicKey)
    })
})

/** The model verifies no signature of the service. */
const SIGNATURE = signP256(new Uint8Array(0), new Uint8Array(32).fill(1))
const signingKey: SigningKey = {
  publicKey: keys.S1.publicKey,
  publicKeys: [keys.S1.publicKey],
  kid: "model",
  sign: () => Effect.succeed(SIGNATURE)
}

const isOfCustomer = (context: string): boolean => context.startsWith("customer ")

// No credential is a passkey, and none is proven by a mailed code. A guardian has a passkey.
const unused = Layer.mergeAll(
  Layer.mock(Passkeys)({
    register: ({ credentialId }) =>
      Effect.succeed({
        credentialId,
        publicKey: "",
        counter: 0,
        rpIdHash: "",
        origin: "https://app.example",
        isBackupEligible: false,
        transports: []
      })
  }),
  // The ciphertext of an answer is the position of its sender in the list.
  Layer.mock(Seals)({
    open: ({ sealed: { ciphertext } }) => {
      const { code, key } = Object.values(answers)[ciphertext[0] ?? 0] ?? answers.attacker
      return Effect.succeed(encodeUtf8(JSON.stringify({ otp_code: code, public_key: key.publicKey })))
    },
    seal: () => Effect.succeed({ enc: uncompressedBytes(keys.opened.publicKey), ciphertext: new Uint8Array(17) })
  }),
  Layer.mock(Wallets)({ mnemonic: () => Effect.succeed("a mnemonic") }),
  Layer.succeed(ServiceKey, {
    bundles: signingKey,
    verificationTokens: signingKey,
    receipts: signingKey,
    webhooks: () => signingKey
  }),
  // The history has details of each act, which the model does not read. It reads the profile of a customer.
  Layer.mock(Vault)({
    seal: (plaintext, context) => Effect.succeed(isOfCustomer(context) ? decodeUtf8(plaintext) : ""),
    open: (sealed, context) => Effect.succeed(isOfCustomer(context) ? encodeUtf8(sealed) : new Uint8Array(32)),
    digest: (text) => Effect.succeed(digestOf(text)),
    sealWith: () => Effect.succeed(""),
    digests: (text) => Effect.succeed([digestOf(text)])
  })
)

/** Rate limits are not modeled: no call is throttled. */
const throttle = Layer.succeed(Throttle, { spend: () => Effect.void })

/** The ports that are the same for every call. */
const same = Layer.mergeAll(
  Layer.provide(stampAuthority, signatures),
  Layer.succeed(CurrentEnvironment, here),
  Layer.succeed(Policy, policy),
  identityTokens,
  throttle,
  unused
)
export const ports = Effect.runSync(Effect.scoped(Layer.build(same)))

/** Every port that the modeled workflows require. */
export type Ports = Layer.Success<typeof same> | Store | Secrets
