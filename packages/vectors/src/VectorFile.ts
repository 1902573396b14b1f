import {
  decodeHex,
  encodeHex,
  encodeUtf8,
  type Json,
  type PublicKey,
  parsePublicKey,
  type WireErrorCode
} from "@countersign/wire"
import { signer } from "./signing.ts"

/** One file of vectors, about one encoding rule. */
export interface VectorFile {
  readonly version: 1
  readonly group: string
  readonly about: string
  /** A notice about test keys, present in every file. */
  readonly notice: string
  /** One sentence about each operation and its input. */
  readonly operations: Readonly<Record<string, string>>
  readonly cases: ReadonlyArray<Case>
}

/** An operation, its input and its result. Names are unique in a file. */
export type Case = ValidCase | WrongCase

/** The operation succeeds with exactly this value. */
export interface ValidCase {
  readonly name: string
  readonly valid: true
  readonly operation: string
  readonly input: Fields
  readonly value: Fields
}

/** The operation refuses its input with this check. */
export interface WrongCase {
  readonly name: string
  readonly valid: false
  readonly operation: string
  readonly input: Fields
  readonly check: Check
  /** The innermost failed check, when `check` only names the format. Optional. */
  readonly cause?: WireErrorCode
  /** The reason in one line. */
  readonly why: string
}

/** Bytes are lower-case hex. Numbers are whole and below 2^53, except in cases about other numbers. */
export type Fields = { readonly [name: string]: Json }

/** The check that refuses an input: a code of wire, or the name of a comparison for which wire returns false. */
export type Check = WireErrorCode | Comparison

/** See {@link Check}. */
export type Comparison =
  | "CHALLENGE_MISMATCH"
  | "CLIENT_KEY_MALFORMED"
  | "DIGEST_MISMATCH"
  | "NONCE_MISMATCH"
  | "POINTS_DIFFER"
  | "PROOF_MALFORMED"
  | "SIGNATURE_INVALID"

/** Returns the text of a signed bundle over data that `signer` signed, with some members changed; `null` omits one. */
export const envelope = (data: Uint8Array, changed: Readonly<Record<string, Json>> = {}): string => {
  const complete = {
    version: "v1.0.0",
    data: encodeHex(data),
    dataSignature: encodeHex(signer.sign(data)),
    enclaveQuorumPublic: signer.uncompressed,
    ...changed
  }
  return JSON.stringify(Object.fromEntries(Object.entries(complete).filter(([, value]) => value !== null)))
}

/** Returns the {@link envelope} of text. */
export const envelopeOf = (text: string): string => envelope(encodeUtf8(text))

/**
 * Reads the input of a case by the names and types that its operation expects. Throws a `TypeError` on anything else.
 */
export interface Input {
  readonly fields: Fields
  readonly has: (name: string) => boolean
  readonly json: (name: string) => Json
  readonly text: (name: string) => string
  readonly number: (name: string) => number
  readonly flag: (name: string) => boolean
  readonly bytes: (name: string) => Uint8Array
  readonly key: (name: string) => PublicKey
  readonly record: (name: string) => Input
  readonly list: (name: string) => ReadonlyArray<Json>
  /** Returns the named limits that are present. */
  readonly limits: (...names: ReadonlyArray<string>) => Readonly<Record<string, number>>
}

/** Returns the {@link Input} of a case's fields. */
export const inputOf = (fields: Fields): Input => {
  const has = (name: string) => Object.hasOwn(fields, name)
  const json = (name: string): Json => {
    const value = fields[name]
    if (value === undefined) throw new TypeError(`The input has no ${name}`)
    return value
  }
  const text = (name: string) => textOf(json(name))
  const number = (name: string): number => {
    const value = json(name)
    if (typeof value !== "number") throw new TypeError(`${name} is no number`)
    return value
  }
  return {
    fields,
    has,
    json,
    text,
    number,
    flag: (name) => json(name) === true,
    bytes: (name) => decodeHex(text(name)),
    key: (name) => parsePublicKey(text(name)),
    record: (name) => inputOf(fieldsOf(json(name))),
    list: (name) => listOf(json(name)),
    limits: (...names) => Object.fromEntries(names.filter(has).map((name) => [name, number(name)]))
  }
}

/** Returns the fields of a JSON object. */
export const fieldsOf = (value: Json): Fields => {
  if (typeof value !== "object" || value === null || isList(value)) throw new TypeError("A field is not an object")
  return value
}

/** Returns the text of a JSON string. */
export const textOf = (value: Json): string => {
  if (typeof value !== "string") throw new TypeError("A field is not a string")
  return value
}

/** Returns the members of a JSON list. */
export const listOf = (value: Json): ReadonlyArray<Json> => {
  if (!isList(value)) throw new TypeError("A field is not a list")
  return value
}

/** `Array.isArray` alone does not narrow a readonly array out of a union. */
const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)
