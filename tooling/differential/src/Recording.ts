import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"
import { appendFileSync, readFileSync } from "node:fs"
import { sha256 } from "@countersign/wire"
import { createBase58check } from "@scure/base"
import type { CountersignOptions } from "countersign"

/** A request as it came, when it came, and what was answered then. */
export interface Recorded {
  /** Its place among the calls to its service, which is also the seed of its chance. */
  readonly nth: number
  /** What the service's clock said, in milliseconds since the epoch. */
  readonly at: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly headers: ReadonlyArray<readonly [string, string]>
  /** The body's bytes in base64; absent where there was none. */
  readonly body?: string
  readonly status: number
  /** The text that was answered. */
  readonly answer: string
}

/** All calls to one service, and the options it was made with, as far as they are data. */
export interface Recording {
  readonly options: CountersignOptions
  readonly calls: ReadonlyArray<Recorded>
}

/** Begins the file of a service; answers what adds a call to it. */
export const writing = (file: string, options: CountersignOptions): ((call: Recorded) => void) => {
  const add = (line: unknown) => appendFileSync(file, `${JSON.stringify(line)}\n`)
  add(options)
  return add
}

/** Reads what {@link writing} wrote. Calls at once were written as they ended; they are read as they came. */
export const read = (file: string): Recording => {
  const [options, ...calls] = readFileSync(file, "utf8").trimEnd().split("\n").map(parsed)
  return { options, calls: calls.sort((one, other) => one.nth - other.nth) }
}

// The file is our own, and as old as this run.
const parsed = (line: string) => JSON.parse(line)

/** Something to look for, under the name it is reported by. */
export interface Needle {
  readonly name: string
  readonly bytes: Uint8Array
}

/**
 * Looks for many needles in one walk over the bytes. Four bytes at a time decide whether there is anything to compare:
 * hardly ever there is.
 */
export const sieve = (needles: ReadonlyArray<Needle>): ((haystack: Uint8Array) => ReadonlySet<string>) => {
  const byHead = new Map<number, Array<Needle>>()
  const heads = new Uint8Array(HEADS)
  for (const needle of needles) {
    if (needle.bytes.length < 4) throw new Error(`sieve: ${needle.name} is too short to look for`)
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

/** An answer as it is compared: its headers by name, in lower case and sorted. */
export interface Replayed {
  readonly status: number | undefined
  readonly headers: ReadonlyArray<string>
  readonly body: string
}

/** Where two answers part: undefined where they are the same, byte for byte; else the call, both answers, and the byte. */
export const difference = (
  call: Recorded,
  [one, first]: readonly [string, Replayed],
  [other, second]: readonly [string, Replayed]
): string | undefined => {
  const [left, right] = [textOf(first), textOf(second)]
  if (left === right) return undefined
  const at = firstDifference(Buffer.from(left), Buffer.from(right))
  return [
    `call ${call.nth}, ${call.method} ${call.target}, is answered otherwise from byte ${at} on`,
    ...call.headers.map(([name, value]) => `  ${name}: ${value}`),
    `  ${call.body === undefined ? "no body" : Buffer.from(call.body, "base64").toString()}`,
    `${one}:\n${left}`,
    `${other}:\n${right}`
  ].join("\n")
}

/** Every reply has an `X-Request-Id` of its own, which is compared with no other. */
const textOf = ({ body, headers, status }: Replayed): string =>
  [status, ...headers.filter((header) => !header.startsWith("x-request-id: ")), "", body].join("\n")

const firstDifference = (one: Uint8Array, other: Uint8Array): number => {
  const parting = one.findIndex((byte, at) => byte !== other[at])
  return parting < 0 ? one.length : parting
}

/** Every spelling in which a value could stand somewhere: as it is, in the codings of the wire, and quoted in JSON. */
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
  // What is shorter stands in any text by chance.
  return found.filter(({ length }, at) => length >= SHORTEST && found.findIndex((each) => same(each, found[at])) === at)
}

/** How short a spelling may be that is searched for, in bytes. */
export const SHORTEST = 8

/** What the wire spells so is a sealed key; and the coding takes time by the square of a length. */
const LONGEST_KEY = 512
const base58check = createBase58check(sha256)
const inside = (quoted: string) => quoted.slice(1, -1)

/** JSON may spell any character by its number. */
const escaped = (text: string) =>
  [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")

/** Inside of something longer the sextets begin at any of three places; those that the neighbours share are left out. */
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

/** What workers draw beside the calls: a stream of its own, so that it takes nothing from theirs. */
const beside: Stream = { seed: "beside", drawn: 0 }
const streams = new AsyncLocalStorage<Stream>()

/** Runs a call whose chance follows from `seed` alone, whatever goes on at the same time. */
export const seededBy = <A>(seed: string, run: () => A): A => streams.run({ seed, drawn: 0 }, run)

/** The next bytes of the stream of the call that draws. The same seed gives the same bytes, in every process. */
export const draw = (count: number): Uint8Array => {
  const stream = streams.getStore() ?? beside
  stream.drawn += 1
  const text = `${stream.seed} ${stream.drawn}`
  return new Uint8Array(createHash("shake256", { outputLength: count }).update(text).digest())
}
