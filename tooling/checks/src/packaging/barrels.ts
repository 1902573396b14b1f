import type { Plugin } from "esbuild"
import { isBarrel, type Origin, originsOf } from "./barrel.ts"

/**
 * Has what is imported from a barrel of Effect come from the modules that make it, so that Node reads those and no
 * others. The filters have no `u`: esbuild reads them as expressions of Go.
 */
export const barrels: Plugin = {
  name: "barrels",
  setup: (build) => {
    build.onResolve({ filter: /^effect(\/|$)/ }, ({ path }) =>
      isBarrel(path) ? { path, namespace: "barrel", sideEffects: false } : { path, external: true, sideEffects: false }
    )
    build.onLoad({ filter: /^/, namespace: "barrel" }, ({ path }) => ({
      contents: originsOf(path).map(line).join("\n")
    }))
  }
}

// Imported, then exported: esbuild drops an import that nobody uses, and keeps all that `export … from` names.
const line = ({ name, module, imported }: Origin): string => {
  const clause = imported === "*" ? `* as ${name}` : `{ ${imported} as ${name} }`
  return `import ${clause} from "${module}"; export { ${name} }`
}
