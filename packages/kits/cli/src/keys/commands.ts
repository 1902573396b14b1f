import { randomBytes } from "node:crypto"
import { generateKeyPair } from "@countersign/client"
import { receiptSignerOf, secretDigest } from "@countersign/node-crypto"
import {
  decodeHex,
  encodeHex,
  openSessionSigningKey,
  parsePublicKey,
  publicKeyOf,
  sealOtpBundle,
  signStamp,
  uncompressedHex,
  verifyOtpTargetBundle,
  WireError
} from "@countersign/wire"
import { Command } from "commander"
import { fileOrText, fileOrWord } from "../fileOrText.ts"
import { type Json, print } from "../print.ts"
import type { Terminal } from "../Terminal.ts"

/** Decodes 32 bytes from 64 hex characters, or returns `undefined`. */
export const bytesIn = (hex: string): Uint8Array | undefined => unlessRefused(() => decodeHex(hex, { bytes: 32 }))

/** Decodes a private key of P-256, or returns `undefined`. */
export const scalarIn = (hex: string): Uint8Array | undefined =>
  unlessRefused(() => {
    const bytes = decodeHex(hex, { bytes: 32 })
    publicKeyOf(bytes)
    return bytes
  })

const unlessRefused = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError) return undefined
    throw error
  }
}

/** `countersign keys`, `stamp`, `seal` and `open`: the key operations of a service and its clients. */
export const keyCommands = (terminal: Terminal): ReadonlyArray<Command> => {
  const keys = async (options: Json) => {
    const made = await freshKeys()
    const words = Object.entries(made).map(([name, value]) => `${name}=${value}`)
    print(terminal, options, made, words.join("\n"))
  }
  const stamp = ({ key, payload, ...options }: Json & { readonly key?: string; readonly payload: string }) => {
    const made = signStamp(payload, privateKeyOf(key ?? terminal.env.COUNTERSIGN_PRIVATE_KEY))
    print(terminal, options, { stamp: made }, made)
  }
  const seal = async ({ bundle, bundleSigner, code, publicKey, ...options }: Json & Sealing) => {
    const { target } = verifyOtpTargetBundle(bundle, parsePublicKey(bundleSigner))
    const encryptedOtpBundle = await sealOtpBundle({ code, publicKey, target })
    print(terminal, options, { encryptedOtpBundle }, encryptedOtpBundle)
  }
  const open = async ({ key, sealed, ...options }: Json & { readonly key?: string; readonly sealed: string }) => {
    const opened = await openSessionSigningKey(sealed, privateKeyOf(key ?? terminal.env.COUNTERSIGN_PRIVATE_KEY))
    const made = { publicKey: publicKeyOf(opened), privateKey: encodeHex(opened) }
    print(terminal, options, made, `publicKey ${made.publicKey}\nprivateKey ${made.privateKey}`)
  }
  return [
    command(
      "keys",
      "Creates the secrets of a deployment, as lines of an environment file. They are shown once and not stored."
    ).action(keys),
    command("stamp", "Creates a stamp over a payload, as a client does.")
      .requiredOption("--payload <text>", "payloadToSign of the 202, or @file", fileOrText)
      .option("--key <hex>", KEY, fileOrWord)
      .action(stamp),
    command("seal", "Encrypts a one-time code to a target bundle, as a client does.")
      .requiredOption("--bundle <text>", "otpEncryptionTargetBundle, or @file", fileOrWord)
      .requiredOption("--bundle-signer <hex>", "bundleSigner of the service", fileOrWord)
      .requiredOption("--code <code>", "the mailed code")
      .requiredOption("--public-key <hex>", "the public key of the new session", fileOrWord)
      .action(seal),
    command("open", "Decrypts a session key that was encrypted to a client's key.")
      .requiredOption("--sealed <text>", "encryptedSessionSigningKey, or @file", fileOrWord)
      .option("--key <hex>", KEY, fileOrWord)
      .action(open)
  ]
}

const KEY = "the private key, @file of 64 hex characters; default COUNTERSIGN_PRIVATE_KEY"

interface Sealing {
  readonly bundle: string
  readonly bundleSigner: string
  readonly code: string
  readonly publicKey: string
}

const command = (name: string, description: string): Command => new Command(name).description(description)

const freshKeys = async () => {
  const { privateKey, publicKey } = await generateKeyPair()
  const secret = randomBytes(32).toString("hex")
  return {
    VAULT_KEY: randomBytes(32).toString("hex"),
    WALLETS_KEY: randomBytes(32).toString("hex"),
    SERVICE_KEY: encodeHex(privateKey),
    BUNDLE_SIGNER: uncompressedHex(publicKey),
    RECEIPT_SIGNER: uncompressedHex(receiptSignerOf(privateKey)),
    TOKEN_SECRET: secret,
    TOKEN_SECRET_SHA256: secretDigest(secret)
  }
}

const privateKeyOf = (hex = ""): Uint8Array => {
  const key = scalarIn(hex.trim())
  if (key !== undefined) return key
  throw new Error("Pass a private key of P-256, 64 hex characters: --key @file, or COUNTERSIGN_PRIVATE_KEY")
}
