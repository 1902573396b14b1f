import { readFileSync } from "node:fs"
import base from "../../vitest.config.ts"
import { fileVariable, sourceVariable } from "./src/sabotage/variables.ts"

const { [fileVariable]: file, [sourceVariable]: source } = process.env

/** Replaces the text of one file while it is loaded. The file on disk does not change. */
const sabotage = {
  name: "sabotage",
  enforce: "pre" as const,
  load: (id: string) => (source !== undefined && id.split("?")[0] === file ? readFileSync(source, "utf8") : undefined)
}

export default { ...base, plugins: [sabotage] }
