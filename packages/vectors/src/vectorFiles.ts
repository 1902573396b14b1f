import { answer } from "./answer.ts"
import type { Draft, Group } from "./Group.ts"
import { groups } from "./groups/index.ts"
import type { Case, VectorFile } from "./VectorFile.ts"

/** The vectors as text by file name, the same text every time: `npm run docs` writes it to `json/`. */
export const vectorFiles = async (): Promise<ReadonlyMap<string, string>> => {
  const files = await Promise.all(groups.map(vectorFile))
  return new Map(files.map((file) => [`${file.group}.json`, `${JSON.stringify(file, null, 2)}\n`]))
}

/** The file of one group. */
export const vectorFile = async (group: Group): Promise<VectorFile> => ({
  version: 1,
  group: group.name,
  about: group.about,
  notice: NOTICE,
  operations: Object.fromEntries(Object.entries(group.operations).map(([name, { says }]) => [name, says])),
  cases: await Promise.all((await group.cases()).map((draft) => finished(group, draft)))
})

/** The check is the author's word; only its cause, and a value that was left out, are asked of wire. */
const finished = async (group: Group, draft: Draft): Promise<Case> => {
  const { operation, name, input } = draft
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
