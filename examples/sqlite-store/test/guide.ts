import { readFileSync } from "node:fs"
import { snippetsOf } from "@countersign/checks"

/** The root of the repository. */
export const root = new URL("../../../", import.meta.url).pathname

const GUIDE = "docs/guides/write-a-store.md"

/** Every fenced block of the guide with its label, `from=` or `output=`. */
export const blocks = snippetsOf(readFileSync(root + GUIDE, "utf8")).map((snippet) => {
  const [, kind = snippet.language, name = ""] = /^(from|output)=(\S+)$/u.exec(snippet.info) ?? []
  return { ...snippet, kind, name }
})

/** The output that the guide shows for a program. */
export const output = (name: string): string =>
  blocks.find((block) => block.kind === "output" && block.name === name)?.code ?? `no output ${name} in the guide`
