import { TYPES, typesFile } from "./types.ts"

/** Prints the types of the promise API, by file. */
export const printedSources = (): ReadonlyMap<string, string> =>
  new Map(Object.keys(TYPES).map((file) => [`packages/countersign/src/types/${file}.ts`, typesFile(file)] as const))
