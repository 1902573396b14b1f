import { isBuiltin } from "node:module"
import { posix } from "node:path"
import type { Import } from "./imports.ts"

/** The package a specifier names, or undefined for a path, a subpath import or a module of Node. */
export const packageOf = (specifier: string): string | undefined => {
  if (/^[./#]/u.test(specifier) || isBuiltin(specifier)) return undefined
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")
}

/** The path a relative specifier names, or undefined for anything else. */
export const fileOf = (from: string, specifier: string): string | undefined =>
  specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined

/** The modules of effect an import reaches. An index taken whole ends in a slash, so that no list allows it but `**`. */
export const effectModules = ({ specifier, names }: Import): ReadonlyArray<string> => {
  const path = specifier?.split("/").slice(1) ?? []
  const isIndex = !/^\p{Lu}/u.test(path.at(-1) ?? "")
  return isIndex ? names.map((name) => [...path, name === "*" ? "(whole index)/" : name].join("/")) : [path.join("/")]
}

/** Whether every target of a subpath import is a file of its package. One that is not declared has no target. */
export const leadsToFiles = (target: unknown): boolean => {
  if (typeof target === "string") return target.startsWith("./")
  return typeof target === "object" && target !== null && Object.values(target).every(leadsToFiles)
}
