import { readFileSync } from "node:fs"
import type { LoadHook } from "node:module"
import { pathToFileURL } from "node:url"
import { compiledVariable, fileVariable } from "./variables.ts"

const { [compiledVariable]: compiled, [fileVariable]: file = "" } = process.env

// `packages/core/src/model/Environment.ts` is compiled to `packages/core/dist/model/time.js`.
const url = pathToFileURL(file.replace("/src/", "/dist/").replace(/\.ts$/u, ".js")).href

/** Replaces one compiled file while Node loads it. */
export const load: LoadHook = (requested, context, next) =>
  compiled !== undefined && requested === url
    ? { format: "module", source: readFileSync(compiled, "utf8"), shortCircuit: true }
    : next(requested, context)
