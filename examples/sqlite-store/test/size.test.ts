import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const src = new URL("../src/", import.meta.url)

/** Lines of code, without blank lines and comments. */
const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/$/gmu, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))

it("a complete adapter has four files and fewer than 190 lines of code", () => {
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  expect(files).toHaveLength(4)
  const lines = files.flatMap(({ name }) => linesOf(readFileSync(new URL(name, src), "utf8")))
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.length).toBeLessThan(190)
})
