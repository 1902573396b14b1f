import { sign } from "node:crypto"
import { ServiceKey } from "@countersign/core"
import { compressedBytes, decodeDerSignature, encodeDerSignature, encodeHex, sha256 } from "@countersign/wire"
import { Effect, Layer } from "effect"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"
import { importPrivateKey, publicKeyOf } from "./keys.ts"

/**
 * The service's signing key, from its private scalar of 32 bytes; of a list the first signs. The key id is the first 16
 * hex characters of the SHA-256 of the compressed public key, so it names the key and nothing else.
 *
 * Throws {@link ConfigurationRefused} for bytes that are no private key, and for no key at all.
 */
export const nodeServiceKey = (privateKeys: Uint8Array | ReadonlyArray<Uint8Array>): Layer.Layer<ServiceKey> => {
  const [current, ...others] = privateKeys instanceof Uint8Array ? [privateKeys] : privateKeys
  if (current === undefined) throw new ConfigurationRefused("There is no service key. Give one, or a list of them.")
  const key = imported(current)
  const publicKey = publicOf(current)
  return Layer.succeed(
    ServiceKey,
    ServiceKey.of({
      publicKey,
      publicKeys: [publicKey, ...others.map(publicOf)],
      kid: encodeHex(sha256(compressedBytes(publicKey))).slice(0, 16),
      sign: (message) => Effect.sync(() => withLowS(sign("sha256", message, { key, dsaEncoding: "der" })))
    })
  )
}

const imported = (privateKey: Uint8Array) => unlessNoKey(() => importPrivateKey(privateKey))
const publicOf = (privateKey: Uint8Array) => unlessNoKey(() => publicKeyOf(privateKey))

const unlessNoKey = <A>(read: () => A): A => {
  try {
    return read()
  } catch {
    throw new ConfigurationRefused(
      "The service key is no P-256 private key. Give 32 random bytes: `openssl rand -hex 32`, decoded from hex."
    )
  }
}

/** OpenSSL signs with either S. Some verifiers refuse the upper half and none the lower; (r, n - s) verifies as well. */
const withLowS = (der: Uint8Array): Uint8Array => {
  const { r, s } = decodeDerSignature(der)
  return s > HALF ? encodeDerSignature({ r, s: ORDER - s }) : Uint8Array.from(der)
}

/** The order of P-256. Source: SP 800-186 section 3.2.1.3. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const HALF = ORDER / 2n
