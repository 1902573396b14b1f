import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The import specifier of every entry point of the installed packages. */
export const entries = (service: string): ReadonlyArray<string> => {
  const scoped = readdirSync(join(service, "node_modules/@countersign")).map((name) => `@countersign/${name}`)
  return [...scoped, "countersign"].flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join(service, "node_modules", name, "package.json"), "utf8"))
    return Object.keys(manifest.exports)
      .filter((path) => !path.endsWith(".json") && !path.includes("*"))
      .map((path) => name + path.slice(1))
  })
}
