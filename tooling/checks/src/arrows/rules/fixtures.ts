import type { Breach } from "../breach.ts"
import type { Placed } from "../Placed.ts"
import { fileOf } from "../specifier.ts"

/** A test imports no file of another workspace's tests: what several of them use belongs to tooling/harness. */
export const fixtures = ({ home, source, workspaces }: Placed): ReadonlyArray<Breach> =>
  source.imports.flatMap(({ line, specifier }) => {
    const file = specifier === undefined ? undefined : fileOf(source.path, specifier)
    const owner = workspaces.find(({ folder }) => file?.startsWith(`${folder}/test/`))
    if (owner === undefined || owner.folder === home.folder) return []
    const remedy = `move ${file} to tooling/harness/src: ${owner.folder}/test is for the tests of that package alone`
    return [{ path: source.path, line, rule: "fixtures", remedy }]
  })
