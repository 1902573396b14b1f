import { checked, type Operation } from "@countersign/vector-generator"
import {
  encodeHex,
  encodeUtf8,
  oidcNonceAsync,
  publicKeyOfAsync,
  sessionProofTextAsync,
  sha256Hex,
  sha256HexAsync,
  signP256Async,
  uncompressedHex,
  verifyOtpTargetBundleAsync,
  verifyP256Async,
  verifySignedBundleAsync
} from "@countersign/wire"

const twin = (run: Operation["run"]): Operation => ({ says: "The asynchronous function.", run })

/** The asynchronous functions of wire, by name, as the operation of the same name without the suffix. */
export const twins: Readonly<Record<string, Operation>> = {
  oidcNonceAsync: twin(async (input) => ({ nonce: await oidcNonceAsync(input.text("clientPublicKey")) })),
  publicKeyOfAsync: twin(async (input) => {
    const publicKey = await publicKeyOfAsync(input.bytes("testPrivateKey"))
    return { publicKey, uncompressed: uncompressedHex(publicKey) }
  }),
  sessionProofTextAsync: twin(async (input) => {
    const proof = { sessionId: input.text("sessionId"), issuedAt: input.number("issuedAt"), nonce: input.text("nonce") }
    const call = { method: input.text("method"), path: input.text("path"), body: input.json("body") }
    const text = await sessionProofTextAsync(proof, call)
    return { text, bytes: encodeUtf8(text).length, digest: sha256Hex(text) }
  }),
  sha256HexAsync: twin(async (input) => ({ digest: await sha256HexAsync(input.text("text")) })),
  signP256Async: twin(async (input) => {
    const privateKey = input.bytes("testPrivateKey")
    const pair = { privateKey, publicKey: await publicKeyOfAsync(privateKey) }
    return { signature: encodeHex(await signP256Async(input.bytes("message"), pair)) }
  }),
  verifyOtpTargetBundleAsync: twin(async (input) => ({
    ...(await verifyOtpTargetBundleAsync(input.text("text"), input.key("trustedSigner")))
  })),
  verifyP256Async: twin(async (input) =>
    checked(
      await verifyP256Async(input.bytes("message"), input.bytes("signature"), input.key("publicKey")),
      "SIGNATURE_INVALID",
      { verified: true }
    )
  ),
  verifySignedBundleAsync: twin(async (input) => ({
    data: encodeHex(await verifySignedBundleAsync(input.text("text"), input.key("trustedSigner")))
  }))
}
