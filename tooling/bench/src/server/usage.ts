/** What a server has used since it started. */
export interface Usage {
  /** Processor time, in microseconds. */
  readonly cpu: number
  /** Resident memory, in bytes. */
  readonly rss: number
  readonly statements: number
}

/** What this process has used. */
export const usage = (statements: number): Usage => {
  const { system, user } = process.cpuUsage()
  return { cpu: user + system, rss: process.memoryUsage.rss(), statements }
}
