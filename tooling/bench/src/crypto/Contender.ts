import { Signatures } from "@countersign/core"
import { nodeSignatures } from "@countersign/node-crypto"
import { decodeStamp, encodeUtf8 } from "@countersign/wire"
import { p256 } from "@noble/curves/nist.js"
import { verifyStampSignature } from "@turnkey/crypto"
import { type Context, Effect, type Layer } from "effect"
import { pairOf, privateKeyOf, stamped } from "../native/native.ts"
/** Does some runs of a job that were made ready before. Throws where one of them went wrong. */
export type Runs = () => Promise<void>

/** One way of doing a job. */
export interface Contender {
  readonly name: string
  /** Makes so many runs ready, which is not measured. */
  readonly ready: (times: number) => Promise<Runs>
}

/** A job that we do, and others do. */
export interface Comparison {
  readonly job: string
  readonly ours: Contender
  readonly others: ReadonlyArray<Contender & { readonly goal?: number }>
  /** Lets go of what the contenders stand on. */
  readonly close?: () => Promise<void>
}

/** Holds each input to a check, so many at a time. */
export const all =
  <A>(inputs: ReadonlyArray<A>, holds: (input: A) => boolean | Promise<boolean>, inFlight = 1): Runs =>
  async () => {
    for (let at = 0; at < inputs.length; at += inFlight) {
      const answers = await Promise.all(inputs.slice(at, at + inFlight).map(holds))
      if (!answers.every((answer) => answer)) throw new Error("a contender did not do its job")
    }
  }

/** A port as an adapter builds it, for calls outside any workflow. */
export const portOf = <Id, Port>(port: Context.Service<Id, Port>, layer: Layer.Layer<Id>): Promise<Port> =>
  Effect.runPromise(Effect.provide(port, layer))

/** Stamps from their header to a verdict: of sessions that sign again and again, and of keys that were never seen. */
export const stamps = async (): Promise<ReadonlyArray<Comparison>> => {
  const { verify } = await portOf(Signatures, nodeSignatures)
  const ours = (header: string) => {
    const { publicKey, signature } = decodeStamp(header)
    return Effect.runSync(verify({ message: encodeUtf8(PAYLOAD), publicKey, signature }))
  }
  const known = Array.from({ length: 64 }, newStamp)
  const sources: ReadonlyArray<readonly [string, (at: number) => string]> = [
    ["verify a stamp, one of 64 sessions", (at) => known[at % known.length] ?? newStamp()],
    ["verify a stamp, each of a new session", newStamp]
  ]
  return sources.map(([job, source]) => {
    const ready = (holds: (header: string) => boolean | Promise<boolean>) => async (times: number) =>
      all(
        Array.from({ length: times }, (_, at) => source(at)),
        holds
      )
    return {
      job,
      ours: { name: "countersign", ready: ready(ours) },
      others: [
        { name: "@turnkey/crypto", goal: 30, ready: ready(turnkey) },
        { name: "@noble/curves", ready: ready(noble) }
      ]
    }
  })
}

/** As its documentation has it: the header is decoded by the caller. */
const turnkey = (header: string): Promise<boolean> => {
  const { publicKey, signature } = read(header)
  return verifyStampSignature(publicKey, signature, PAYLOAD)
}

const noble = (header: string): boolean => {
  const { publicKey, signature } = read(header)
  const [der, key] = [Buffer.from(signature, "hex"), Buffer.from(publicKey, "hex")]
  return p256.verify(der, Buffer.from(PAYLOAD), key, { prehash: true, lowS: false, format: "der" })
}

const read = (header: string): { readonly publicKey: string; readonly signature: string } =>
  JSON.parse(Buffer.from(header, "base64url").toString())

const newStamp = (): string => {
  const pair = pairOf()
  return stamped(PAYLOAD, privateKeyOf(pair), pair.compressed)
}

/** 500 bytes: what a signed leg signs. */
const PAYLOAD = JSON.stringify({ type: "ACTIVITY", parameters: "x".repeat(465) })
