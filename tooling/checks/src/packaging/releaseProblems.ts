/** A package of the release, and its changelog: empty when it has none. */
interface Released {
  readonly manifest: { readonly name: string; readonly version: string }
  readonly changelog: string
}

/**
 * Returns what is wrong with a release, one line each: packages of another version, changelogs without it, and packages
 * that a created service has in another version. `places` are the packages of the service's lock file, by path.
 */
export const releaseProblems = (
  version: string,
  packages: ReadonlyArray<Released>,
  places: Readonly<Record<string, { readonly version?: string }>>
): ReadonlyArray<string> => {
  const own = new Set(packages.map(({ manifest }) => `node_modules/${manifest.name}`))
  const installed = Object.entries(places).filter(([place]) => own.has(place))
  return [
    ...packages
      .filter(({ manifest }) => manifest.version !== version)
      .map(({ manifest }) => `${manifest.name} has version ${manifest.version}, and countersign ${version}`),
    ...packages
      .filter(({ changelog }) => !changelog.includes(`\n## ${version}\n`))
      .map(({ manifest }) => `the changelog of ${manifest.name} has no section ${version}`),
    ...(installed.length === 0 ? ["the service has no package of the release"] : []),
    ...installed
      .filter(([, entry]) => entry.version !== version)
      .map(([place, entry]) => `the service has ${place} in version ${entry.version}, which is not ${version}`)
  ]
}
