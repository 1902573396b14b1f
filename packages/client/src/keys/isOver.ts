import type { AuthSession } from "../answers/AuthSession.ts"

/** Whether a session has ended, by the clock of this machine. */
export const isOver = ({ expiresAt }: AuthSession): boolean => Date.parse(expiresAt) <= Date.now()
