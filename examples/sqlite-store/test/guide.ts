import { readFileSync } from "node:fs"
import { snippetsOf } from "@countersign/checks"

/** Where the repository begins. */
export const root = new URL("../../../", import.meta.url).pathname

/** Every fenced block of the guide, and what it says it is: the name after `from=` or `output=`. */
export const blocks = snippetsOf(readFileSync(`${root}docs/guides/write-a-store.md`, "utf8")).map((snippet) => {
  const [, kind = snippet.language, name = ""] = /^(from|output)=(\S+)$/u.exec(snippet.info) ?? []
  return { ...snippet, kind, name }
})

/** What the guide says that something prints. */
export const output = (name: string): string =>
  blocks.find((block) => block.kind === "output" && block.name === name)?.code ?? `no output ${name} in the guide`
