import { findings } from "./words.ts"

// `npm run words` counts by workspace; `npm run words -- packages/core` prints each finding below a folder.
const [folder] = process.argv.slice(2)
const found = findings()
if (folder === undefined) {
  const counts = new Map<string, number>()
  for (const { path, place } of found) {
    const row = `${path
      .split("/")
      .slice(0, path.startsWith("packages/kits/") ? 3 : 2)
      .join("/")} ${place}`
    counts.set(row, (counts.get(row) ?? 0) + 1)
  }
  for (const [row, count] of [...counts].sort()) process.stdout.write(`${count} ${row}\n`)
  process.stdout.write(`${found.length} in all\n`)
} else {
  for (const { line, path, phrase, place, text } of found.filter(({ path }) => path.startsWith(folder))) {
    process.stdout.write(`${path}:${line} ${place} [${phrase}] ${text.replaceAll(/\s+/gu, " ")}\n`)
  }
}
