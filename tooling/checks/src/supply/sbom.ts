import { type Lock, nameOf, type Place } from "./Lock.ts"

/** Returns the CycloneDX 1.5 bill of materials of the published packages and all their dependencies. Deterministic. */
export const sbom = (lock: Lock, published: ReadonlyArray<string>): object => {
  const found = reached(lock, published)
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: {
      component: { type: "application", "bom-ref": "countersign", name: "countersign", version: versionOf(lock) }
    },
    components: found.map(([path, { place }]) => componentOf(path, place)),
    dependencies: [
      { ref: "countersign", dependsOn: published.map((path) => refOf(path, placeAt(lock, path))) },
      ...found.map(([path, { needs, place }]) => ({
        ref: refOf(path, place),
        dependsOn: [...new Set(needs.map((need) => refOf(need, placeAt(lock, need))))].sort()
      }))
    ]
  }
}

/** Returns the transitive dependencies of the published folders with the paths that each needs, sorted by path. */
const reached = (lock: Lock, published: ReadonlyArray<string>) => {
  const found = new Map<string, { readonly place: Place; readonly needs: ReadonlyArray<string> }>()
  const waiting = [...published]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    const place = placeAt(lock, path)
    const needs = needsOf(lock, path, place)
    found.set(path, { place, needs })
    waiting.push(...needs)
  }
  return [...found].sort(([one], [other]) => (one < other ? -1 : 1))
}

// Optional dependencies are not installed on every machine. Peer dependencies belong to the host.
const needsOf = (lock: Lock, path: string, { dependencies = {}, optionalDependencies = {} }: Place) => [
  ...Object.keys(dependencies).map((name) => resolved(lock, path, name) ?? missing(path, name)),
  ...Object.keys(optionalDependencies).flatMap((name) => resolved(lock, path, name) ?? [])
]

/** Resolves a package from a path as Node does: in the nearest `node_modules` that contains it. */
const resolved = ({ packages }: Lock, from: string, name: string): string | undefined => {
  const folders = from.split("/").map((_, at, parts) => parts.slice(0, parts.length - at).join("/"))
  const path = [...folders.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`].find((each) =>
    Object.hasOwn(packages, each)
  )
  const place = path === undefined ? undefined : packages[path]
  return place?.link === true ? place.resolved : path
}

const missing = (path: string, name: string): never => {
  throw new Error(`package-lock.json has no ${name} for ${path}: run npm i`)
}

const placeAt = ({ packages }: Lock, path: string): Place => packages[path] ?? missing(path, "place")

const versionOf = (lock: Lock): string => placeAt(lock, "packages/countersign").version ?? ""

/** Returns a package URL. The `@` of a scope is percent-encoded. */
const refOf = (path: string, place: Place): string =>
  `pkg:npm/${nameOf(path, place).replace("@", "%40")}@${place.version ?? ""}`

const componentOf = (path: string, place: Place) => ({
  type: "library",
  "bom-ref": refOf(path, place),
  name: nameOf(path, place),
  version: place.version ?? "",
  purl: refOf(path, place),
  ...(place.integrity === undefined ? {} : { hashes: [{ alg: "SHA-512", content: hexOf(place.integrity) }] }),
  ...(place.license === undefined ? {} : { licenses: [{ expression: place.license }] })
})

const hexOf = (integrity: string): string => Buffer.from(integrity.replace(/^sha512-/u, ""), "base64").toString("hex")
