/** The built modules that the `exports` of a package lead to, as paths in it. */
export const entryPoints = (exports: unknown): ReadonlyArray<string> => [
  ...new Set(targets(exports).filter((target) => target.startsWith("./dist/") && target.endsWith(".js")))
]

const targets = (exports: unknown): ReadonlyArray<string> => {
  if (typeof exports === "string") return [exports]
  return typeof exports === "object" && exports !== null ? Object.values(exports).flatMap(targets) : []
}
