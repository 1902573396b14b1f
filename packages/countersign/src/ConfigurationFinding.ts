/** One problem found in the options of a host. */
export interface ConfigurationFinding {
  /** The option as it is written in the configuration, such as `keys.vault`. */
  readonly option: string
  /** The problem and how to fix it, in one line. Contains no secret. */
  readonly message: string
}

/** A finding whose message is a sentence about the option. */
export const finding = (option: string, says: string): ConfigurationFinding => ({
  option,
  message: `${option} ${says}`
})

/** The finding about an option, unless it is as it must be. */
export const unless = (isSound: boolean, option: string, says: string): ReadonlyArray<ConfigurationFinding> =>
  isSound ? [] : [finding(option, says)]

/** Adapters throw when they are created from invalid options. The error's message becomes the finding. */
export const unlessMade = (option: string, make: () => unknown): ReadonlyArray<ConfigurationFinding> => {
  try {
    make()
    return []
  } catch (error) {
    return [{ option, message: error instanceof Error ? error.message : String(error) }]
  }
}
