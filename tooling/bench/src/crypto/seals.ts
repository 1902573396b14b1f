import { Seals } from "@countersign/core"
import { nodeSeals } from "@countersign/node-crypto"
import { HPKE_INFO, hpkeAad, parsePublicKey } from "@countersign/wire"
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core"
import { hpkeEncrypt } from "@turnkey/crypto"
import { Effect } from "effect"
import { pairOf } from "../native/points.ts"
import { all, type Comparison } from "./Contender.ts"
import { portOf } from "./portOf.ts"

/** 32 bytes sealed to the key that a client sent, each time another one: the key of its session. */
export const seals = async (): Promise<ReadonlyArray<Comparison>> => {
  const { seal } = await portOf(Seals, nodeSeals)
  const ours = (recipient: string) =>
    Effect.runSync(seal({ plaintext: SECRET, recipient: parsePublicKey(recipient) })).ciphertext.length === 48
  const ready = (holds: (recipient: string) => boolean | Promise<boolean>) => async (times: number) =>
    all(
      Array.from({ length: times }, () => pairOf().uncompressed),
      holds
    )
  return [
    {
      job: "seal 32 bytes",
      ours: { name: "countersign", ready: ready(ours) },
      others: [
        { name: "@turnkey/crypto", goal: 20, ready: ready(turnkey) },
        { name: "@hpke/core", goal: 10, ready: ready(hpkeCore) }
      ]
    }
  ]
}

/** An encapsulated key, a ciphertext and its tag: 33 or 65, and 48 bytes. */
const turnkey = (recipient: string): boolean =>
  hpkeEncrypt({ plainTextBuf: SECRET, targetKeyBuf: bytesOf(recipient) }).length >= 81

const hpkeCore = async (recipient: string): Promise<boolean> => {
  const point = bytesOf(recipient)
  const recipientPublicKey = await suite.kem.deserializePublicKey(point)
  const sender = await suite.createSenderContext({ recipientPublicKey, info })
  const sealed = await sender.seal(SECRET, Uint8Array.from(hpkeAad(new Uint8Array(sender.enc), point)))
  return sealed.byteLength === 48
}

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"))

const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
const info = new TextEncoder().encode(HPKE_INFO)
const SECRET = new Uint8Array(32).fill(7)
