import { randomBytes } from "node:crypto"
import { Passkeys, Seals } from "@countersign/core"
import { nodeSeals, nodeSignatures } from "@countersign/node-crypto"
import { passkeys } from "@countersign/passkeys"
import { decodeBase64Url, encodeSessionSigningKey, HPKE_INFO, hpkeAad, parsePublicKey } from "@countersign/wire"
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from "@hpke/core"
import { verifyAuthenticationResponse } from "@simplewebauthn/server"
import { hpkeEncrypt } from "@turnkey/crypto"
import bs58check from "bs58check"
import { Effect, Layer } from "effect"
import { expanded, pairOf } from "../native/native.ts"
import { softPasskey } from "../native/passkey.ts"
import { type Line, reaching } from "../report/Report.ts"
import { spread } from "../run/Cell.ts"
import { passkeyIdOf, RELYING_PARTY } from "../seed/Seed.ts"
import { all, type Comparison, type Contender, portOf, stamps } from "./Contender.ts"
import { identityTokens } from "./identityTokens.ts"
import { signedLegs } from "./signedLegs.ts"

/** Verifies assertions of 64 passkeys with every check of the ceremony. */
const assertions = async (): Promise<ReadonlyArray<Comparison>> => {
  const ceremonies = passkeys({ rpIds: [RELYING_PARTY.rpId], origins: [RELYING_PARTY.origin] })
  const port = await portOf(Passkeys, Layer.provide(ceremonies, nodeSignatures))
  const registered = await Promise.all(
    Array.from({ length: 64 }, async (_, number) => {
      const passkey = softPasskey({ ...RELYING_PARTY, pair: pairOf(), credentialId: passkeyIdOf(number) })
      const material = await Effect.runPromise(port.register({ challenge: CHALLENGE, ...passkey.attest(CHALLENGE) }))
      const credential = {
        id: material.credentialId,
        publicKey: Uint8Array.from(decodeBase64Url(material.publicKey)),
        counter: material.counter
      }
      return { passkey, material, credential }
    })
  )
  const asserted = () => registered.map((each) => ({ ...each, assertion: each.passkey.assert(CHALLENGE) }))
  type Asserted = ReturnType<typeof asserted>[number]

  const ours = async ({ assertion, material }: Asserted) => {
    const claim = { material, challenges: [CHALLENGE], assertion }
    return (await Effect.runPromise(port.assert(claim))).counter > 0
  }
  const simpleWebAuthn = async ({ assertion, credential }: Asserted) => {
    const { authenticatorData, clientDataJson: clientDataJSON, credentialId: id, signature } = assertion
    const response = { authenticatorData, clientDataJSON, signature }
    const { verified } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: "public-key", clientExtensionResults: {}, response },
      expectedChallenge: CHALLENGE,
      expectedOrigin: RELYING_PARTY.origin,
      expectedRPID: RELYING_PARTY.rpId,
      credential
    })
    return verified
  }
  const ready = (holds: (asserted: Asserted) => Promise<boolean>) => async (times: number) => {
    const inputs = Array.from({ length: Math.ceil(times / registered.length) }, asserted).flat()
    return all(inputs.slice(0, times), holds)
  }
  return [
    {
      job: "check an assertion of a passkey",
      ours: { name: "countersign", ready: ready(ours) },
      others: [{ name: "@simplewebauthn/server", ready: ready(simpleWebAuthn) }]
    }
  ]
}

const CHALLENGE = "AAECAwQFBgcICQoLDA0ODw"

/** The duration of a measurement. */
interface Extent {
  readonly rounds: number
  /** Duration of a contender's slice in each round, in milliseconds. */
  readonly slice: number
}

/** The cost of one run, by contender and round, in microseconds of CPU. */
type Costs = ReadonlyMap<Contender, ReadonlyArray<number>>

/**
 * Runs the contenders in turn, in a different order each round, so that other load on the machine affects all of them
 * equally. Measures the CPU time of all threads without waiting, because CPU time limits the throughput of a core.
 */
export const compare = async ({ others, ours }: Comparison, { rounds, slice }: Extent): Promise<Costs> => {
  const contenders = [ours, ...others]
  const times = new Map<Contender, number>()
  for (const contender of contenders) times.set(contender, await timesWithin(contender, slice))
  const costs = new Map<Contender, Array<number>>(contenders.map((contender) => [contender, []]))
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < contenders.length; turn += 1) {
      const contender = contenders[(round + turn) % contenders.length] ?? ours
      costs.get(contender)?.push(await costOf(contender, times.get(contender) ?? 1))
    }
  }
  return costs
}

/** The number of runs in a slice after the warm-up. */
const timesWithin = async (contender: Contender, slice: number): Promise<number> => {
  let times = 1
  for (let warming = 0; warming < 4; warming += 1) {
    const cost = await costOf(contender, times)
    times = Math.max(1, Math.min(MOST, Math.round((slice * 1_000) / Math.max(cost, 1))))
  }
  return times
}

const costOf = async (contender: Contender, times: number): Promise<number> => {
  const runs = await contender.ready(times)
  const before = process.cpuUsage()
  await runs()
  const { system, user } = process.cpuUsage(before)
  return (user + system) / times
}

/** The maximum number of inputs that are prepared at once. */
const MOST = 1_000

/** Seals 32 bytes to a client's public key, a new one each time, as for a session key. */
const seals = async (): Promise<ReadonlyArray<Comparison>> => {
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

/** An encapsulated key of 33 or 65 bytes, then 48 bytes of ciphertext and tag. */
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

interface SealedKey {
  readonly enc: Uint8Array
  readonly ciphertext: Uint8Array
  /** The decoded bytes: the compressed `enc` and the ciphertext. */
  readonly bytes: Uint8Array
}

/** Encodes a sealed key of 81 bytes as text. Ours also compresses the point and validates it. */
const base58check = async (): Promise<ReadonlyArray<Comparison>> => {
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

/** Every job that is compared in one process. */
const comparisons = async (): Promise<ReadonlyArray<Comparison>> => {
  const all = await Promise.all([stamps(), seals(), base58check(), assertions(), identityTokens(), signedLegs()])
  return all.flat()
}

/** The cost of a run of each contender, and the ratio of each to ours. */
export const cryptoLines = async (extent: Extent): Promise<ReadonlyArray<Line>> => {
  const lines: Array<Line> = []
  for (const comparison of await comparisons()) {
    lines.push(...(await linesOf(comparison, extent)))
    await comparison.close?.()
  }
  return lines
}

const linesOf = async (comparison: Comparison, extent: Extent): Promise<ReadonlyArray<Line>> => {
  const { job, others, ours } = comparison
  const costs = await compare(comparison, extent)
  const costsOf = (contender: Contender) => costs.get(contender) ?? []
  const absolute = [ours, ...others].map((contender): Line => {
    return { section: SECTION, name: `${job}: ${contender.name}`, unit: "us", ...spread(costsOf(contender)) }
  })
  const relative = others.map((other): Line => {
    const ratios = costsOf(other).map((cost, round) => cost / (costsOf(ours)[round] ?? Number.NaN))
    const name = `${job}: ours against ${other.name}`
    return { section: SECTION, name, unit: "times", ...reaching(spread(ratios), other.goal) }
  })
  return [...absolute, ...relative]
}

const SECTION = "Cryptography, in one process"
