import { Signatures } from "@countersign/core"
import { nodeSignatures } from "@countersign/node-crypto"
import { decodeStamp, encodeUtf8 } from "@countersign/wire"
import { p256 } from "@noble/curves/nist.js"
import { verifyStampSignature } from "@turnkey/crypto"
import { type Context, Effect, type Layer } from "effect"
import { pairOf, privateKeyOf, stamped } from "../native/native.ts"
/** Runs a prepared job several times. Throws if any run failed. */
export type Runs = () => Promise<void>

/** One implementation of a job. */
export interface Contender {
  readonly name: string
  /** Prepares the given number of runs. The preparation is not measured. */
  readonly ready: (times: number) => Promise<Runs>
}

/** A job that Countersign and other libraries implement. */
export interface Comparison {
  readonly job: string
  readonly ours: Contender
  readonly others: ReadonlyArray<Contender & { readonly goal?: number }>
  /** Releases the resources of the contenders. */
  readonly close?: () => Promise<void>
}

/** Applies a check to each input, with bounded concurrency. Throws if a check fails. */
export const all =
  <A>(inputs: ReadonlyArray<A>, holds: (input: A) => boolean | Promise<boolean>, inFlight = 1): Runs =>
  async () => {
    for (let at = 0; at < inputs.length; at += inFlight) {
      const answers = await Promise.all(inputs.slice(at, at + inFlight).map(holds))
      if (!answers.every((answer) => answer)) throw new Error("a contender did not do its job")
    }
  }

/** Builds a port from its adapter's layer, for calls outside of a workflow. */
export const portOf = <Id, Port>(port: Context.Service<Id, Port>, layer: Layer.Layer<Id>): Promise<Port> =>
  Effect.runPromise(Effect.provide(port, layer))

/** Verifies stamps from their header: from sessions that sign repeatedly, and from keys that are new each time. */
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

/** As in its documentation: the caller decodes the header. */
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

/** 500 bytes, the typical size of a payload to sign. */
const PAYLOAD = JSON.stringify({ type: "ACTIVITY", parameters: "x".repeat(465) })
