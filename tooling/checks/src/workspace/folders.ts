/** The folders of workspaces, as in package.json. `packages/kits` has what developers of a host run, and no service loads. */
export const folders: ReadonlyArray<string> = ["packages", "packages/kits", "adapters", "tooling", "examples"]
