import { Cause, Logger } from "@countersign/core/effect"

/** The text and the fields of a log line. `cause` has what failed, with the stacks. */
export const lineOf = (options: Logger.Options<unknown>) => {
  const { annotations, cause: logged, message } = Logger.formatStructured.log(options)
  const raw: ReadonlyArray<unknown> = Array.isArray(options.message) ? options.message : [options.message]
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const isField = (part: unknown) => typeof part === "object" && part !== null
  const errors = raw.filter((part) => part instanceof Error)
  const causes = [...errors.map((error) => Cause.pretty(Cause.die(error))), ...(logged === undefined ? [] : [logged])]
  return {
    text: parts.filter((part) => !isField(part)).join(" "),
    fields: {
      ...annotations,
      ...Object.assign({}, ...parts.filter((part, nth) => isField(part) && !(raw[nth] instanceof Error))),
      ...(causes.length === 0 ? {} : { cause: causes.join("\n") })
    }
  }
}
