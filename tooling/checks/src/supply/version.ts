/** The three numbers of a version, and whether it comes before the release of that name. */
interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number]
  readonly isEarly: boolean
}

/** Whether `version` is at least one of the first good versions: that of its own line, or else the newest of them. */
export const isGood = (version: string, least: ReadonlyArray<string>): boolean => {
  const given = versionOf(version)
  if (given === undefined) return false
  const goods = least.map(versionOf).filter((good) => good !== undefined)
  const wanted = goods.find((good) => lineOf(good) === lineOf(given)) ?? goods.at(-1)
  return wanted !== undefined && !isBefore(given, wanted)
}

const versionOf = (text: string): Version | undefined => {
  const [, major, minor, patch, early] = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/u.exec(text) ?? []
  if (major === undefined) return undefined
  return { numbers: [Number(major), Number(minor), Number(patch)], isEarly: early !== undefined }
}

/** A major version; before 1.0, a minor one. */
const lineOf = ({ numbers: [major, minor] }: Version): string => (major === 0 ? `0.${minor}` : `${major}`)

const isBefore = (one: Version, other: Version): boolean => {
  const at = one.numbers.findIndex((number, place) => number !== other.numbers[place])
  if (at === -1) return one.isEarly && !other.isEarly
  return (one.numbers[at] ?? 0) < (other.numbers[at] ?? 0)
}
