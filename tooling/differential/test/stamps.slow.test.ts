import { Signatures } from "@countersign/core/internal"
import { flipS, withByte } from "@countersign/harness/scalars"
import { nodeSignatures } from "@countersign/node-crypto"
import { decodeStamp, encodeUtf8, type Stamp, WireError } from "@countersign/wire"
import { Effect, type Layer } from "effect"
import { expect, it } from "vitest"
import type { Recording } from "../src/Recording.ts"
import { recordings } from "./recorded.ts"
import { portableSignatures } from "./seededCrypto.ts"

/** A stamp that a caller sent, and the payload to sign. */
interface Stamped {
  readonly stamp: Stamp
  readonly payload: Uint8Array
}

/** The well-formed stamps of a recording, each with the payload of its request. */
const stampsOf = ({ calls }: Recording): ReadonlyArray<Stamped> => {
  const payloads = new Map<string, string>()
  return calls.flatMap(({ answer, headers, status }) => {
    if (status === 202) {
      const { payloadToSign, requestId } = JSON.parse(answer)
      payloads.set(String(requestId), String(payloadToSign))
    }
    const sent = new Map(headers)
    const stamp = stampOf(sent.get("service-wallet-signature") ?? "")
    const payload = payloads.get(sent.get("request-id") ?? "")
    return stamp === undefined || payload === undefined ? [] : [{ stamp, payload: encodeUtf8(payload) }]
  })
}

const stampOf = (header: string): Stamp | undefined => {
  try {
    return decodeStamp(header)
  } catch (cause) {
    if (cause instanceof WireError) return undefined
    throw cause
  }
}

/** Variants of a stamp: unchanged, with the other S value, and with changed bytes. */
const variantsOf = ({ payload, stamp }: Stamped, nth: number): ReadonlyArray<Stamped> => {
  const { publicKey, signature } = stamp
  const signed = (bytes: Uint8Array) => ({ payload, stamp: { publicKey, signature: bytes } })
  return [
    { payload, stamp },
    signed(flipS(signature)),
    signed(withByte(signature, nth % signature.length, 1 + (nth % 255))),
    signed(withByte(flipS(signature), nth % signature.length, 1 + (nth % 255))),
    { stamp, payload: withByte(payload, nth % payload.length, 1) }
  ]
}

const judging = (layer: Layer.Layer<Signatures>) => {
  const { verify } = Effect.runSync(Effect.provide(Signatures, layer))
  return ({ payload, stamp }: Stamped): boolean => Effect.runSync(verify({ message: payload, ...stamp }))
}

it("K1 K3 K4: native and portable cryptography agree on every recorded stamp and its variants", () => {
  const [natively, portably] = [judging(nodeSignatures), judging(portableSignatures)]
  const variants = recordings.flatMap(stampsOf).flatMap(variantsOf)
  const verified = variants.map((each) => [natively(each), portably(each)] as const)
  const good = verified.filter(([native]) => native).length
  console.info(`${variants.length} stamps, ${good} of them valid`)
  expect(verified.filter(([native, portable]) => native !== portable)).toEqual([])
  expect([variants.length > 1000, good > variants.length / 5, good < variants.length]).toEqual([true, true, true])
}, 3_600_000)
