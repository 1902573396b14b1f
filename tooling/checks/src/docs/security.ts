import { withTable } from "../workspace/markdown.ts"

interface Listed {
  readonly shape: { readonly method: string; readonly path: string }
  readonly scope: string
  readonly tokenAlone: {
    readonly achieves: string
    readonly because: string
    readonly writes: ReadonlyArray<string>
  }
}

/**
 * Returns SECURITY.md with the table of what an API token alone achieves: a row for the endpoints that declare the same
 * scope and effect.
 */
export const withPowers = (page: string, endpoints: ReadonlyArray<Listed>): string => {
  const rows = [...new Set(endpoints.map(cellsOf))]
  const lines = rows.map((row) => [
    quoted(endpoints.filter((endpoint) => cellsOf(endpoint) === row).map(operationOf)),
    ...row.split("\n")
  ])
  return withTable(page, HEAD, lines)
}

const HEAD = ["Calls", "Scope", "A token alone achieves", "Because", "Records written"]

/** The cells beside the calls, one a line. */
const cellsOf = ({ scope, tokenAlone: { achieves, because, writes } }: Listed): string =>
  [scope, achieves, because, quoted(writes)].join("\n")

const quoted = (words: ReadonlyArray<string>): string => words.map((word) => `\`${word}\``).join(", ")

const operationOf = ({ shape }: Listed): string => `${shape.method} ${shape.path.replace(/:(\w+)/gu, "{$1}")}`
