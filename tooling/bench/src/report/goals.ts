/** What a flow has to reach, as a share of the floor beside it. */
export interface Goal {
  readonly flow: string
  readonly users: number
  readonly share: number
}

/** By 8 users in Express on PostgreSQL: to be held. */
export const HOLDS: ReadonlyArray<Goal> = [
  { flow: "signed leg 1", users: 8, share: 0.8 },
  { flow: "signed legs 1 and 2", users: 8, share: 0.85 },
  { flow: "EMAIL_OTP login", users: 8, share: 0.85 },
  { flow: "PASSKEY login", users: 8, share: 0.55 },
  { flow: "OAUTH verify", users: 8, share: 0.75 },
  { flow: "list sessions", users: 8, share: 0.75 },
  { flow: "list credentials", users: 8, share: 0.75 },
  { flow: "external account create", users: 8, share: 0.75 }
]

/** To be reached by fewer statements, or by sending those of several calls together. */
export const STRETCHES: ReadonlyArray<Goal> = [
  { flow: "signed leg 1", users: 32, share: 1.8 },
  { flow: "signed leg 1", users: 64, share: 2 },
  { flow: "signed legs 1 and 2", users: 32, share: 1.2 },
  { flow: "signed legs 1 and 2", users: 64, share: 1.4 },
  { flow: "EMAIL_OTP login", users: 32, share: 1.2 },
  { flow: "PASSKEY login", users: 8, share: 0.85 },
  { flow: "OAUTH verify", users: 8, share: 0.85 },
  { flow: "list sessions", users: 8, share: 1.1 },
  { flow: "list credentials", users: 8, share: 1.1 },
  { flow: "external account create", users: 64, share: 1.5 }
]

/** In every other mount, and in memory. */
export const ELSEWHERE = 0.6

/** Microseconds of processor time that a request may cost above the floor. */
export const CPU_ABOVE_FLOOR = 60

/** Statements of one signed leg. */
export const STATEMENTS_OF_A_LEG = 2
