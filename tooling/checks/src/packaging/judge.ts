import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { root } from "../workspace/disk.ts"
import { command } from "./command.ts"

/** Everything publint says against a tarball. It takes the `source` condition as it is: the sources are published too. */
export const lint = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const bytes = new Uint8Array(await readFile(tarball))
  const { messages, pkg } = await publint({
    strict: true,
    pack: { tarball: bytes.buffer }
  })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`)
}

/** Everything are-the-types-wrong says against a tarball, read as ESM only: a CommonJS host awaits an import. */
export const types = async (tarball: string): Promise<ReadonlyArray<string>> => {
  const flags = ["--profile", "esm-only", "--no-definitely-typed", "--format", "ascii", "--no-color", "--no-emoji"]
  const { ok, output } = await command(join(root, "node_modules/.bin/attw"), [tarball, ...flags], root)
  return ok ? [] : [`are-the-types-wrong:\n${output.trim()}`]
}
