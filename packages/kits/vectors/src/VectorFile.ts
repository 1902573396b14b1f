import type { Json, WireErrorCode } from "@countersign/wire"

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
