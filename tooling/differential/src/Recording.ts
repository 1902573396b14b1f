import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"
import { appendFileSync, readFileSync } from "node:fs"
import { sha256 } from "@countersign/wire"
import { createBase58check } from "@scure/base"
import type { CountersignOptions } from "countersign"

/** A request, the time of its arrival, and its response. */
export interface Recorded {
  /** The number of the call to its service, which also seeds its randomness. */
  readonly nth: number
  /** The time by the service's clock, in milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  /** The body's bytes in base64. Absent without a body. */
  readonly body?: string
  readonly status: number
  /** The text of the response. */
  readonly answer: string
}

/** All calls to one service, and its options as far as they are data. */
export interface Recording {
  readonly options: CountersignOptions
  readonly calls: ReadonlyArray<Recorded>
}

/** Creates the file of a service. Returns a function that appends a call. */
export const writing = (file: string, options: CountersignOptions): ((call: Recorded) => void) => {
  const add = (line: unknown) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  add(options)
  return add
}

/** Reads a file of {@link writing}. Calls were written in the order of completion and are sorted by arrival. */
export const read = (file: string): Recording => {
  const [options, ...calls] = readFileSync(file, "utf8").trimEnd().split("\n").map(parsed)
  return { options, calls: calls.sort((one, other) => one.nth - other.nth) }
}

// The file was written by the same version of this code.
const parsed = (line: string) => JSON.parse(line)

/** A byte sequence to search for, with its name for reports. */
export interface Needle {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Searches for many needles in one pass over the bytes. An index of four-byte prefixes rejects nearly every position
 * without a comparison.
 */
export const sieve = (needles: ReadonlyArray<Needle>): ((haystack: Uint8Array) => ReadonlySet<string>) => {
  const byHead = new Map<number, Array<Needle>>()
  const heads = new Uint8Array(HEADS)
  for (const needle of needles) {
    if (needle.bytes.length < 4) throw new Error(`sieve: ${needle.name} is too short to search for`)
    const head = needle.bytes.subarray(0, 4).reduce(rolled, 0)
    byHead.set(head, [...(byHead.get(head) ?? []), needle])
    heads[placeOf(head)] = 1
  }
  return (haystack) => {
    const found = new Set<string>()
    let head = 0
    for (let at = 0; at < haystack.length; at += 1) {
      head = rolled(head, haystack[at] ?? 0)
      if (heads[placeOf(head)] === 0) continue
      for (const { bytes, name } of byHead.get(head) ?? []) {
        const from = at - 3
        if (!found.has(name) && Buffer.compare(haystack.subarray(from, from + bytes.length), bytes) === 0)
          found.add(name)
      }
    }
    return found
  }
}

const HEADS = 1 << 20
const rolled = (head: number, byte: number): number => ((head << 8) | byte) >>> 0
const placeOf = (head: number): number => Math.imul(head, 0x9e3779b1) >>> 12

/** A response in comparable form: its header names in lower case, sorted. */
export interface Replayed {
  readonly status: number | undefined
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** The first difference of two responses: undefined if they are equal, otherwise call, responses and byte. */
export const difference = (
  call: Recorded,
  [one, first]: readonly [string, Replayed],
  [other, second]: readonly [string, Replayed]
): string | undefined => {
  const [left, right] = [textOf(first), textOf(second)]
  if (left === right) return undefined
  const at = firstDifference(Buffer.from(left), Buffer.from(right))
  return [
    `call ${call.nth}, ${call.method} ${call.target}, has different responses from byte ${at}`,
    ...call.headers.map(([name, value]) => `  ${name}: ${value}`),
    `  ${call.body === undefined ? "no body" : Buffer.from(call.body, "base64").toString()}`,
    `${one}:\n${left}`,
    `${other}:\n${right}`
  ].join("\n")
}

/** Every reply has its own `X-Request-Id`, so that header is not compared. */
const textOf = ({ body, headers, status }: Replayed): string =>
  [status, ...headers.filter((header) => !header.startsWith("x-request-id: ")), "", body].join("\n")

const firstDifference = (one: Uint8Array, other: Uint8Array): number => {
  const parting = one.findIndex((byte, at) => byte !== other[at])
  return parting < 0 ? one.length : parting
}

/** Every encoding in which a value may occur: raw, in the encodings of the wire format, and quoted in JSON. */
export const spellingsOf = (value: Uint8Array): ReadonlyArray<Uint8Array> => {
  const bytes = Buffer.from(value)
  const text = bytes.toString("utf8")
  const quoted = inside(JSON.stringify(text))
  const spelled = [
    bytes.toString("hex"),
    bytes.toString("hex").toUpperCase(),
    ...(value.length > LONGEST_KEY ? [] : [base58check.encode(value)]),
    quoted,
    inside(JSON.stringify(quoted)),
    escaped(text),
    encodeURIComponent(text),
    ...shifts.flatMap((shift) => ["base64", "base64url"].map((coding) => shifted(bytes, shift, coding)))
  ]
  const found = [value, ...spelled.map((each) => Buffer.from(each, "utf8"))]
  // Shorter spellings occur in other text by chance.
  return found.filter(({ length }, at) => length >= SHORTEST && found.findIndex((each) => same(each, found[at])) === at)
}

/** The minimum length of a spelling that is searched for, in bytes. */
export const SHORTEST = 8

/** Only sealed keys use base58check on the wire, and its encoding takes quadratic time. */
const LONGEST_KEY = 512
const base58check = createBase58check(sha256)
const inside = (quoted: string) => quoted.slice(1, -1)

/** JSON may escape any character. */
const escaped = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")

/** Base64 of a value inside of other data has one of three alignments. Symbols with neighboring bits are omitted. */
const shifts = [0, 1, 2]
const shifted = (bytes: Uint8Array, shift: number, coding: string): string => {
  const whole = Buffer.concat([Buffer.alloc(shift), bytes]).toString(coding === "base64" ? "base64" : "base64url")
  const tail = (shift + bytes.length) % 3 === 0 ? 0 : 1
  const digits = whole.replace(/=+$/u, "")
  return digits.slice(shift === 0 ? 0 : shift + 1, digits.length - tail)
}

const same = (one: Uint8Array, other: Uint8Array | undefined) => other !== undefined && Buffer.compare(one, other) === 0

interface Stream {
  readonly seed: string
  drawn: number
}

/** The random stream of background workers. It is separate, so that workers do not affect the streams of calls. */
const beside: Stream = { seed: "beside", drawn: 0 }
const streams = new AsyncLocalStorage<Stream>()

/** Runs a call whose randomness depends only on `seed`, independent of concurrent calls. */
export const seededBy = <A>(seed: string, run: () => A): A => streams.run({ seed, drawn: 0 }, run)

/** The next bytes of the current call's stream. Equal seeds give equal bytes in every process. */
export const draw = (count: number): Uint8Array => {
  const stream = streams.getStore() ?? beside
  stream.drawn += 1
  const text = `${stream.seed} ${stream.drawn}`
  return new Uint8Array(createHash("shake256", { outputLength: count }).update(text).digest())
}
