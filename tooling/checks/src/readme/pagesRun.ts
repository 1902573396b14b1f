import { filesBelow, text } from "../workspace/disk.ts"
import { packageReadmes } from "./packageReadmes.ts"
import { type Snippet, snippetsOf } from "./snippets.ts"

/** A snippet of a page that is run, or shown as what another one prints, and its name. */
export interface Named extends Snippet {
  readonly file: string
  readonly kind: string
  readonly name: string
}

/** The pages whose snippets are executed or diffed: the READMEs and docs/, decisions and generated pages aside. */
export const pagesWithSnippets = (): ReadonlyArray<string> => [
  "README.md",
  ...packageReadmes(),
  ...filesBelow("docs", ".md").filter((file) => !/^docs\/(?:decisions|generated)\//u.test(file))
]

/** The blocks of a page that say what they are: `run=name`, `output=name`, and so on. */
export const namedSnippets = (file: string): ReadonlyArray<Named> =>
  snippetsOf(text(file)).flatMap((snippet) => {
    const [, kind = "", name = ""] = /^([a-z]+)=(\S+)$/u.exec(snippet.info) ?? []
    return kind === "" ? [] : [{ ...snippet, file, kind, name }]
  })
