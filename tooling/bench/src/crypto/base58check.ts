import { randomBytes } from "node:crypto"
import { encodeSessionSigningKey } from "@countersign/wire"
import bs58check from "bs58check"
import { expanded, pairOf } from "../native/points.ts"
import { all, type Comparison } from "./Contender.ts"

interface SealedKey {
  readonly enc: Uint8Array
  readonly ciphertext: Uint8Array
  /** What the text spells: the compressed `enc` and the ciphertext. */
  readonly bytes: Uint8Array
}

/** The text of a sealed key, 81 bytes. Ours compresses and checks the point besides. */
export const base58check = async (): Promise<ReadonlyArray<Comparison>> => {
  const ready = (spelled: (key: SealedKey) => string) => async (times: number) =>
    all(Array.from({ length: times }, sealedKey), (key) => spelled(key).length > 100)
  return [
    {
      job: "spell a sealed key in base58check",
      ours: { name: "countersign", ready: ready(encodeSessionSigningKey) },
      others: [{ name: "bs58check", ready: ready(({ bytes }) => bs58check.encode(bytes)) }]
    }
  ]
}

const sealedKey = (): SealedKey => {
  const { compressed } = pairOf()
  const ciphertext = Uint8Array.from(randomBytes(48))
  const enc = Uint8Array.from(expanded(compressed))
  return { enc, ciphertext, bytes: Uint8Array.of(...Buffer.from(compressed, "hex"), ...ciphertext) }
}
