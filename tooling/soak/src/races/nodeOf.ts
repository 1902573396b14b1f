import { signerOf } from "@countersign/bench/flows/emailOtp"
import { pairOf, stamped } from "@countersign/bench/native/native"
import { optionsOf } from "@countersign/bench/ours/start"
import { authorization, BASE_PATH, type Issuer, type Subject } from "@countersign/bench/seed/Seed"
import type { Countersign } from "countersign"
import { Schema } from "effect"

/** A service of this process as a node. It is called as the Node adapters call it, without HTTP in between. */
export const nodeOf = (countersign: Countersign) => ({
  prepare: (races: ReadonlyArray<Race>): Promise<ReadonlyArray<SecondLeg>> =>
    Promise.all(races.map((race) => prepared(countersign, race))),
  /** Sends all calls of all heats concurrently. */
  race: async (heats: ReadonlyArray<Heat>): Promise<ReadonlyArray<Tally>> => {
    const answers = await Promise.all(inTurn(heats).map(({ at, leg }) => answered(countersign, leg).then(named(at))))
    return heats.map((_, at) => tallyOf(answers.filter((answer) => answer.at === at)))
  },
  stop: () => countersign.close()
})

/** Makes the first leg, and signs it with the key of the session. */
const prepared = async (countersign: Countersign, { operation, subject }: Race): Promise<SecondLeg> => {
  const { compressed, key } = signerOf(subject.number)
  const call =
    operation === "refresh"
      ? { method: "POST", path: `/auth/sessions/${subject.sessionId}/refresh`, body: REFRESH }
      : { method: "PATCH", path: `/internal-accounts/${subject.accountId}`, body: PRIVACY }
  const { status, text } = await answered(countersign, { ...call, headers: {} })
  if (status !== 202) throw new Error(`a first leg returned ${status} ${text}`)
  const { payloadToSign, requestId }: { readonly payloadToSign: string; readonly requestId: string } = JSON.parse(text)
  const stamp = stamped(payloadToSign, key, compressed)
  return { ...call, headers: { "request-id": requestId, "service-wallet-signature": stamp } }
}

const REFRESH = JSON.stringify({ clientPublicKey: pairOf().uncompressed })
const PRIVACY = JSON.stringify({ privateEnabled: true })

/** Interleaves the calls of all heats, so that every race has begun before any request id is consumed. */
const inTurn = (heats: ReadonlyArray<Heat>) => {
  const most = heats.reduce((longest, { calls }) => Math.max(longest, calls), 0)
  return Array.from({ length: most }, (_, round) =>
    heats.flatMap(({ calls, leg }, at) => (round < calls ? [{ at, leg }] : []))
  ).flat()
}

const answered = async (countersign: Countersign, { body, headers, method, path }: SecondLeg) => {
  const { body: text, status } = await countersign.serve({
    method,
    target: BASE_PATH + path,
    headers: { authorization, "content-type": "application/json", ...headers },
    body: async () => Buffer.from(body),
    onDisconnect: () => () => {}
  })
  return { status, text }
}

type Answer = Awaited<ReturnType<typeof answered>>

const named = (at: number) => (answer: Answer) => ({ ...answer, at })

const tallyOf = (answers: ReadonlyArray<Answer>): Tally => {
  const won = answers.filter(({ status }) => status >= 200 && status < 300)
  const used = answers.filter(isUsed)
  const others = answers.filter((answer) => !won.includes(answer) && !isUsed(answer))
  return { won: won.length, used: used.length, others: others.map(({ status, text }) => `${status} ${text}`) }
}

const isUsed = ({ status, text }: Answer): boolean => status === 401 && text.includes("Request id already used")

/** A request id to create, and the number of calls that race for it. */
export interface Race {
  readonly subject: Subject
  readonly operation: Operation
  readonly racers: number
}

/** `refresh` creates a secret and a session. `privacy` writes an existing record. */
type Operation = "refresh" | "privacy"

/** The second leg of a request, ready to send from any node. */
export const SecondLeg = Schema.Struct({
  method: Schema.String,
  path: Schema.String,
  body: Schema.String,
  headers: Schema.Record(Schema.String, Schema.String)
})
type SecondLeg = typeof SecondLeg.Type

/** A second leg, and the number of times that one node sends it. */
export interface Heat {
  readonly leg: SecondLeg
  readonly calls: number
}

/** The responses for one id: successes, 401 for a used id, and others by status and reason. */
export const Tally = Schema.Struct({ won: Schema.Int, used: Schema.Int, others: Schema.Array(Schema.String) })
export type Tally = typeof Tally.Type

export type RaceNode = ReturnType<typeof nodeOf>

/** An issuer that is never called, because no race signs in. */
export const issuer: Issuer = {
  issuer: "https://issuer.example.com",
  audience: "wallet-app",
  keyId: "none",
  privateKey: ""
}

export const options = optionsOf({ issuer, jwksUri: "https://issuer.example.com/jwks" })
