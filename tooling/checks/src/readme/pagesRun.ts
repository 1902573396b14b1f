import { filesBelow, text } from "../workspace/disk.ts"
import { snippetsOf } from "../workspace/markdown.ts"
import { packageReadmes } from "./packageReadmes.ts"

/** A named snippet of a page that is executed, or that shows the output of another snippet. */
export type Named = ReturnType<typeof namedSnippets>[number]

/** The pages whose snippets are executed or compared: READMEs and docs/, without decisions and generated pages. */
export const pagesWithSnippets = (): ReadonlyArray<string> => [
  "README.md",
  ...packageReadmes(),
  ...filesBelow("docs", ".md").filter((file) => !/^docs\/(?:decisions|generated)\//u.test(file))
]

/** Returns the blocks of a page that declare their kind: `run=name`, `output=name`, and so on. */
export const namedSnippets = (file: string) =>
  snippetsOf(text(file)).flatMap((snippet) => {
    const [, kind = "", name = ""] = /^([a-z]+)=(\S+)$/u.exec(snippet.info) ?? []
    return kind === "" ? [] : [{ ...snippet, file, kind, name }]
  })
