import type { Json, WireErrorCode } from "@countersign/wire"

/** One file of vectors: everything about one encoding decision. */
export interface VectorFile {
  readonly version: 1
  readonly group: string
  readonly about: string
  /** Stands in every file that holds a private key, and in the others too. */
  readonly notice: string
  /** What each operation does with its input, in one sentence. */
  readonly operations: Readonly<Record<string, string>>
  readonly cases: ReadonlyArray<Case>
}

/** An operation, its input, and what must come of it. Names are unique in a file. */
export type Case = ValidCase | WrongCase

/** The operation succeeds with exactly this value. */
export interface ValidCase {
  readonly name: string
  readonly valid: true
  readonly operation: string
  readonly input: Fields
  readonly value: Fields
}

/** The operation refuses its input by this check. */
export interface WrongCase {
  readonly name: string
  readonly valid: false
  readonly operation: string
  readonly input: Fields
  readonly check: Check
  /** The innermost check that failed, where `check` only names the format it failed in. Left out, it says nothing. */
  readonly cause?: WireErrorCode
  /** One line for people. */
  readonly why: string
}

/** Bytes are lower-case hex, numbers are whole and below 2^53 unless that they are not is the point. */
export type Fields = { readonly [name: string]: Json }

/** Why an input is refused: a code of wire, or the name of a comparison that wire answers with false. */
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
