import { Signatures } from "@countersign/core"
import { derToP1363, type PublicKey, uncompressedBytes } from "@countersign/wire"
import { Effect, Layer } from "effect"

/** The Signatures port on WebCrypto. The portable one has the same results and takes 40 times as long. */
export const webSignatures: Layer.Layer<Signatures> = Layer.succeed(
  Signatures,
  Signatures.of({
    verify: ({ message, publicKey, signature }) =>
      Effect.tryPromise(() => verified(message, publicKey, signature)).pipe(Effect.orElseSucceed(() => false))
  })
)

const verified = async (message: Uint8Array, publicKey: PublicKey, signature: Uint8Array): Promise<boolean> => {
  const key = await crypto.subtle.importKey("raw", uncompressedBytes(publicKey).slice(), P256, false, ["verify"])
  return crypto.subtle.verify(P256, key, derToP1363(signature).slice(), message.slice())
}

const P256 = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }
