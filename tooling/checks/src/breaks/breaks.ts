import { type Compared, type Content, type Document, type Operation, type Side, schemaBreaks } from "./schemas.ts"

/** Returns the changes that would break a client of the released document. Without any, a minor release is allowed. */
export const breaks = (released: Document, current: Document): ReadonlyArray<string> =>
  Object.entries(released.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, was]) => {
      const at = `${method.toUpperCase()} ${path}`
      const is = current.paths[path]?.[method]
      const on = (side: Side): Compared => ({ released, current, side })
      return is === undefined
        ? [`${at}: is gone`]
        : [
            ...(was.operationId === is.operationId ? [] : [`${at}: operationId was ${was.operationId}`]),
            ...parameterBreaks(at, was, is, on("request")),
            ...bodyBreaks(at, was, is, on("request")),
            ...responseBreaks(at, was, is, on)
          ]
    })
  )

const parameterBreaks = (at: string, was: Operation, is: Operation, of: Compared): ReadonlyArray<string> => {
  const [before, after] = [was.parameters ?? [], is.parameters ?? []]
  const removed = before
    .filter(({ in: place, name }) => !after.some((now) => now.name === name && now.in === place))
    .map(({ name }) => `${at} ${name}: is gone`)
  const changed = after.flatMap((now) => {
    const then = before.find(({ in: place, name }) => now.name === name && now.in === place)
    const isDemanded = now.required === true && then?.required !== true
    return [
      ...(isDemanded ? [`${at} ${now.name}: has to be sent now`] : []),
      ...(then === undefined ? [] : schemaBreaks(`${at} ${now.name}`, then.schema, now.schema, of))
    ]
  })
  return [...removed, ...changed]
}

const bodyBreaks = (at: string, was: Operation, is: Operation, of: Compared): ReadonlyArray<string> => {
  const isDemanded = is.requestBody?.required === true && was.requestBody?.required !== true
  return [
    ...(isDemanded ? [`${at} request: has to be sent now`] : []),
    ...contentBreaks(`${at} request`, was.requestBody?.content, is.requestBody?.content, of)
  ]
}

const responseBreaks = (
  at: string,
  was: Operation,
  is: Operation,
  on: (side: Side) => Compared
): ReadonlyArray<string> => {
  const isNew = (status: string) => Number(status) < 400 && was.responses[status] === undefined
  const added = Object.keys(is.responses).filter(isNew)
  return [
    ...added.map((status) => `${at} ${status}: was not there`),
    ...Object.entries(was.responses).flatMap(([status, response]) => {
      const now = is.responses[status]
      const side = Number(status) < 400 ? "response" : "refusal"
      return now === undefined
        ? [`${at} ${status}: is gone`]
        : contentBreaks(`${at} ${status}`, response.content, now.content, on(side))
    })
  ]
}

const contentBreaks = (at: string, was: Content, is: Content, of: Compared): ReadonlyArray<string> =>
  Object.entries(was ?? {}).flatMap(([mediaType, { schema }]) => {
    const now = is?.[mediaType]
    return now === undefined ? [`${at} ${mediaType}: is gone`] : schemaBreaks(at, schema, now.schema, of)
  })
