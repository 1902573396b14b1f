/** One problem found in the options of a host. */
export interface ConfigurationFinding {
  /** The option as it is written in the configuration, such as `keys.vault`. */
  readonly option: string
  /** The problem and how to fix it, in one line. Contains no secret. */
  readonly message: string
}

export const finding = (option: string, message: string): ConfigurationFinding => ({ option, message })

/** Adapters throw when they are created from invalid options. The error's message becomes the finding. */
export const unlessMade = (option: string, make: () => unknown): ReadonlyArray<ConfigurationFinding> => {
  try {
    make()
    return []
  } catch (error) {
    return [finding(option, error instanceof Error ? error.message : String(error))]
  }
}
