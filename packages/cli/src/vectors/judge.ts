import { isDeepStrictEqual } from "node:util"
import type { Case, VectorFile } from "@countersign/vectors"

/** What a reader in another language made of a case: a value, or the check that it refused it by. */
export interface GivenAnswer {
  readonly group: string
  readonly name: string
  readonly value?: unknown
  readonly check?: unknown
  readonly cause?: unknown
}

/** A case and what is wrong with the answer to it, for a person to read. */
export interface Difference {
  readonly group: string
  readonly name: string
  readonly operation: string
  readonly what: string
}

/** Where the answers are not those of the vectors. A case of a group that is answered at all wants an answer. */
export const differences = (
  files: ReadonlyArray<VectorFile>,
  answers: ReadonlyArray<GivenAnswer>
): ReadonlyArray<Difference> => {
  const given = new Map(answers.map((answer) => [keyOf(answer.group, answer.name), answer]))
  const groups = new Set(answers.map(({ group }) => group))
  return files
    .filter(({ group }) => groups.has(group))
    .flatMap(({ cases, group }) =>
      cases.flatMap((vector) => {
        const what = differenceOf(vector, given.get(keyOf(group, vector.name)))
        return what === undefined ? [] : [{ group, name: vector.name, operation: vector.operation, what }]
      })
    )
}

/** Answers to what nobody asked: a name that is misspelt would else pass for a case that was left out. */
export const strangers = (
  files: ReadonlyArray<VectorFile>,
  answers: ReadonlyArray<GivenAnswer>
): ReadonlyArray<GivenAnswer> => {
  const asked = new Set(files.flatMap(({ cases, group }) => cases.map(({ name }) => keyOf(group, name))))
  return answers.filter(({ group, name }) => !asked.has(keyOf(group, name)))
}

const keyOf = (group: string, name: string) => `${group}\n${name}`

const differenceOf = (vector: Case, answer: GivenAnswer | undefined): string | undefined => {
  if (answer === undefined) return "has no answer"
  if (answer.check === undefined && answer.value === undefined) return "is answered by neither a value nor a check"
  if (vector.valid) {
    if (answer.check !== undefined) return `is refused as ${String(answer.check)}, and has a value`
    return isDeepStrictEqual(answer.value, vector.value)
      ? undefined
      : `gives ${JSON.stringify(answer.value)}, not ${JSON.stringify(vector.value)}`
  }
  if (answer.check === undefined) return `is accepted, and has to be refused as ${vector.check}: ${vector.why}`
  if (answer.check !== vector.check) return `is refused as ${String(answer.check)}, not as ${vector.check}`
  // A cause left out says nothing, on either side.
  return vector.cause === undefined || answer.cause === undefined || answer.cause === vector.cause
    ? undefined
    : `is refused because of ${String(answer.cause)}, not of ${vector.cause}`
}
