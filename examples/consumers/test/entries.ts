import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** Every entry point that the installed packages publish, as it is imported. */
export const entries = (service: string): ReadonlyArray<string> => {
  const scoped = readdirSync(join(service, "node_modules/@countersign")).map((name) => `@countersign/${name}`)
  return [...scoped, "countersign"].flatMap((name) => {
    const manifest = JSON.parse(readFileSync(join(service, "node_modules", name, "package.json"), "utf8"))
    return Object.keys(manifest.exports)
      .filter((path) => !path.endsWith(".json"))
      .map((path) => name + path.slice(1))
  })
}
