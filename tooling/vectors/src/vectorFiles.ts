import type { Case, Check, Fields, VectorFile } from "@countersign/vectors"
import { WireError, type WireErrorCode } from "@countersign/wire"
import { type Draft, type Group, Refused } from "./Group.ts"
import { groups } from "./groups/index.ts"
import { inputOf } from "./Input.ts"

/** The result of wire for an input: a value, or the check that refused it. */
export type Answer =
  | { readonly valid: true; readonly value: Fields }
  | { readonly valid: false; readonly check: Check; readonly cause?: WireErrorCode }

/** Runs one operation of a group. An error other than a refusal is a fault of the case, and is rethrown. */
export const answer = async (group: Group, operation: string, input: Fields): Promise<Answer> => {
  const found = group.operations[operation]
  if (found === undefined) throw new TypeError(`${group.name} has no operation ${operation}`)
  try {
    return { valid: true, value: await found.run(inputOf(input)) }
  } catch (error) {
    if (error instanceof Refused) return { valid: false, check: error.check }
    if (!(error instanceof WireError)) throw error
    const cause = innermost(error)
    return { valid: false, check: error.code, ...(cause === error.code ? {} : { cause }) }
  }
}

const innermost = (error: WireError): WireErrorCode =>
  error.cause instanceof WireError ? innermost(error.cause) : error.code

/** Returns the text of each vector file by name, deterministically: `npm run docs` writes it to `json/`. */
export const vectorFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const files = await Promise.all(groups.map(vectorFile))
  return new Map(files.map((file) => [`${file.group}.json`, `${JSON.stringify(file, null, 2)}\n`]))
}

const vectorFile = async (group: Group): Promise<VectorFile> => ({
  version: 1,
  group: group.name,
  about: group.about,
  notice: NOTICE,
  operations: Object.fromEntries(Object.entries(group.operations).map(([name, { says }]) => [name, says])),
  cases: await Promise.all(
    Object.entries(await group.cases()).flatMap(([operation, drafts]) =>
      drafts.map((draft) => finished(group, operation, draft))
    )
  )
})

/** The author states the check. wire computes only the cause, and an omitted value. */
const finished = async (group: Group, operation: string, draft: Draft): Promise<Case> => {
  const { name, input } = draft
  const given = await answer(group, operation, input)
  if (draft.valid) {
    if (draft.value !== undefined) return { name, valid: true, operation, input, value: draft.value }
    if (given.valid) return { name, valid: true, operation, input, value: given.value }
    throw new Error(`${group.name}: ${name} is refused as ${given.check}`)
  }
  const cause = draft.causeless || given.valid || given.cause === undefined ? {} : { cause: given.cause }
  return { name, valid: false, operation, input, check: draft.check, ...cause, why: draft.why }
}

const NOTICE = "Every private key here is a published test key. Never use one for anything else."
