import { findings } from "./words.ts"

/** Lists every phrase to avoid in the files below a folder, or in all files. */
const [folder = ""] = process.argv.slice(2)
const found = findings().filter(({ path }) => path.startsWith(folder))
for (const { instead, line, path, phrase, place, text } of found) {
  process.stdout.write(`${path}:${line} ${place} [${phrase}: ${instead}] ${text.replaceAll(/\s+/gu, " ")}\n`)
}
process.stdout.write(`${found.length} in all\n`)
