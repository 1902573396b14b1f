import { readFileSync } from "node:fs"
import type { GivenAnswer } from "./judge.ts"

/** A JSON list of answers from a file, or from what is piped in where it is called `-`. */
export const readAnswers = (file: string): ReadonlyArray<GivenAnswer> => {
  const answers = jsonOf(readFileSync(file === "-" ? 0 : file, "utf8"))
  if (Array.isArray(answers) && answers.length > 0 && answers.every(isAnswer)) return answers
  throw new Error(
    'Give a JSON list of answers, each { "group", "name", "value" } or, where you refuse, { "group", "name", "check" }.'
  )
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isAnswer = (answer: unknown): answer is GivenAnswer => {
  const { group, name }: { readonly group: unknown; readonly name: unknown } = {
    group: undefined,
    name: undefined,
    ...Object(answer)
  }
  return typeof group === "string" && typeof name === "string"
}
