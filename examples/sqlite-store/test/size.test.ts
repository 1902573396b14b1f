import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const src = new URL("../src/", import.meta.url)

/** Lines that are neither blank nor comment. */
const linesOf = (text: string): ReadonlyArray<string> =>
  text
    .replace(/^\s*\/\*\*[\s\S]*?\*\/$/gmu, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("//"))

it("a whole adapter is four files and less than 165 lines of code", () => {
  const files = readdirSync(src, { recursive: true, withFileTypes: true }).filter((file) => file.isFile())
  expect(files).toHaveLength(4)
  const lines = files.flatMap(({ name }) => linesOf(readFileSync(new URL(name, src), "utf8")))
  expect(lines.length).toBeGreaterThan(100)
  expect(lines.length).toBeLessThan(165)
})
