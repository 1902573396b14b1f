/** One thing that is wrong with the options of a host. */
export interface ConfigurationFinding {
  /** As it is written in the options: `keys.vault`. */
  readonly option: string
  /** What is wrong and what to do, in one line, without any secret. */
  readonly message: string
}

export const finding = (option: string, message: string): ConfigurationFinding => ({ option, message })
