import { ConfigurationRefused } from "./ConfigurationRefused.ts"

/** How long to wait for a server, in milliseconds. */
export interface TimeoutOptions {
  /** From looking its name up to the end of the TLS handshake. 8,000 when left out. */
  readonly connection?: number
  /** For its first line, once it is connected. 5,000 when left out. */
  readonly greeting?: number
  /** For its next byte, at any point. 10,000 when left out. */
  readonly socket?: number
  /**
   * For one mail from end to end, however the server spreads its bytes. 15,000 when left out: the worker gives up after
   * `policy.mailTimeout`, 20,000, and this has to come first.
   */
  readonly mail?: number
}

/** The same with nothing left out. */
export type Timeouts = Required<TimeoutOptions>

/** Fills in what was left out. Throws {@link ConfigurationRefused} for a time nobody would wait. */
export const timeoutsOf = (options: TimeoutOptions = {}): Timeouts => {
  const { connection = 8_000, greeting = 5_000, mail = 15_000, socket = 10_000 } = options
  for (const [name, value] of Object.entries({ connection, greeting, mail, socket })) {
    // 25,000 is the most that `policy.mailTimeout` may be.
    if (!Number.isInteger(value) || value < 1 || value > 25_000) {
      throw new ConfigurationRefused(
        `The timeout ${name} of smtpMailer must be a whole number of milliseconds from 1 to 25000.`
      )
    }
  }
  return { connection, greeting, mail, socket }
}
