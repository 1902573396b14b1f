import { viewFiles } from "../views/views.ts"
import { answerFiles } from "./answers.ts"
import { methodFiles } from "./methods.ts"
import { tableFiles } from "./tables.ts"
import { typeFiles } from "./types.ts"

/** Prints the sources that follow from the contract, the tables of the collections and their views, by file. */
export const printedSources = (): ReadonlyMap<string, string> =>
  new Map([...typeFiles(), ...methodFiles(), ...answerFiles(), ...tableFiles(), ...viewFiles()])
