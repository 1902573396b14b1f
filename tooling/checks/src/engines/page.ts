import { generatedPage } from "../docs/page.ts"
import { table, withTable } from "../workspace/markdown.ts"
import { engines, HEAD, rows } from "./engines.ts"
import { features, featuresOf, names, unknownFunctions } from "./features.ts"
import { sentStatements } from "./statements.ts"

/**
 * Fails if the table differs from what the store sends: a feature that no statement uses, or a function that nobody has
 * classified.
 */
export const requireUsed = (statements: Iterable<string>): void => {
  const sent = [...statements]
  const used = new Set(sent.flatMap(featuresOf))
  const unused = names.filter((name) => !used.has(name))
  const unknown = new Set(sent.flatMap(unknownFunctions))
  if (unused.length > 0) throw new Error(`no statement of the store uses ${unused.join(", ")}`)
  if (unknown.size > 0) throw new Error(`classify for other engines: ${[...unknown].join(", ")}`)
}

/** What the documentation of each engine says, with its addresses. */
export const enginesPage = async (): Promise<string> => {
  requireUsed(await sentStatements())
  return generatedPage(
    "Other engines",
    INTRODUCTION,
    ...engines.map(
      ({ follows, name, of, page, says }) =>
        `## ${name}\n\n${says} <${page}>\n\n${table(
          ["Feature", "Supported", "Its documentation, in our words"],
          names.map((feature) => {
            const found = of[feature]
            const text = found === undefined ? "not found in its documentation" : `${found.says} <${found.page}>`
            return [features[feature].title, found?.is ?? "?", text]
          })
        )}\n\n${follows}\n`
    )
  )
}

/** Returns the guide with the table of features and engines. */
export const withEngines = (guide: string): string => withTable(guide, HEAD, rows())

const INTRODUCTION = `The features of PostgreSQL that the statements of the store and its migrations use, recorded from what it sends, and what the
documentation of other engines says about each. Nothing here was tried on these engines: run [the conformance suite](../guides/write-a-store.md)
on one before you use it.
`
