import { answerFiles } from "./answers.ts"
import { methodFiles } from "./methods.ts"
import { typeFiles } from "./types.ts"

/** Prints the sources that follow from the contract, by file. */
export const printedSources = (): ReadonlyMap<string, string> =>
  new Map([...typeFiles(), ...methodFiles(), ...answerFiles()])
