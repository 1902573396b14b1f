import fs from "node:fs"
import { register, syncBuiltinESMExports } from "node:module"
import { fileURLToPath } from "node:url"
import { fileVariable, sourceVariable } from "./variables.ts"

register("./hooks.js", import.meta.url)

const { [fileVariable]: file, [sourceVariable]: source } = process.env

// Tests of import rules read sources as text. A read of the edited file therefore returns the edited text.
if (file !== undefined && source !== undefined) {
  const requested = (path: unknown): unknown =>
    (path instanceof URL ? fileURLToPath(path) : path) === file ? source : path
  const { readFile } = fs.promises
  const { readFileSync } = fs
  Object.assign(fs.promises, {
    readFile: (path: unknown, ...rest: ReadonlyArray<unknown>) =>
      Reflect.apply(readFile, fs.promises, [requested(path), ...rest])
  })
  Object.assign(fs, {
    readFileSync: (path: unknown, ...rest: ReadonlyArray<unknown>) =>
      Reflect.apply(readFileSync, fs, [requested(path), ...rest])
  })
  syncBuiltinESMExports()
}
