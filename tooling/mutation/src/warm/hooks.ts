import { readFile } from "node:fs/promises"
import type { LoadHook } from "node:module"
import { fileURLToPath } from "node:url"
import { transform } from "esbuild"

/** A loader hook that lets Node import TypeScript by stripping types. */
export const load: LoadHook = async (url, context, next) => {
  if (!url.endsWith(".ts")) return next(url, context)
  const text = await readFile(fileURLToPath(url), "utf8")
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "node20" })
  return { format: "module", source: code, shortCircuit: true }
}
