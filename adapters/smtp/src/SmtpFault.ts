import { Data } from "effect"

/**
 * Why a mail was not taken. It holds codes and numbers only: what a server says may repeat an address, and what a
 * library says may repeat anything.
 */
export class SmtpFault extends Data.TaggedError("SmtpFault")<{
  /** Of nodemailer or of the system: `EENVELOPE`, `ETIMEDOUT`, `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly code: string
  /** What was being done: `CONN`, `STARTTLS`, `AUTH PLAIN`, `MAIL FROM`, `RCPT TO`, `DATA`. */
  readonly step?: string
  /** The answer of the server, such as 451. */
  readonly status?: number
  /** Its enhanced status (RFC 3463), such as `4.7.1`. */
  readonly enhanced?: string
}> {
  override get message(): string {
    const { code, enhanced, status, step } = this
    return ["The mail was not taken:", code, step && `at ${step}`, status && `answered ${status}`, enhanced]
      .filter((part) => part !== undefined)
      .join(" ")
  }
}

/** Takes of an error what names nobody. */
export const faultOf = (error: unknown): SmtpFault => {
  if (error instanceof SmtpFault) return error
  const code = matching(fieldOf(error, "originalCode"), CODE) ?? matching(fieldOf(error, "code"), CODE) ?? "UNKNOWN"
  const step = matching(fieldOf(error, "command"), STEP)
  const [, status, enhanced] = REPLY.exec(String(fieldOf(error, "response"))) ?? []
  return new SmtpFault({
    code,
    ...(step === undefined ? {} : { step }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(enhanced === undefined ? {} : { enhanced })
  })
}

const fieldOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined

const matching = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined

// No digit fits into these, so no code does.
const CODE = /^[A-Z_]{2,60}$/u
const STEP = /^(?:CONN|API|EHLO|HELO|STARTTLS|AUTH [A-Z-]{1,20}|MAIL FROM|RCPT TO|DATA|RSET)$/u
// RFC 3463 allows three digits, and no status that is registered needs them. A mailed code would need them.
const REPLY = /^([245][0-9]{2})(?:[ -]([245]\.[0-9]\.[0-9]{1,2})(?![0-9]))?/u
