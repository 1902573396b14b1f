import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../contract/Api.ts"
import { LenientBody } from "../contract/LenientBody.ts"

/** One endpoint, as far as the edge must know it before it is asked. */
export interface Route {
  /** Its name in the contract. */
  readonly operation: string
  readonly method: string
  /** As the contract spells it: `/auth/sessions/:id`. */
  readonly path: string
  readonly segments: ReadonlyArray<string>
  /** How it reads a body: strictly, as `{}` where it is no JSON object, or not at all. */
  readonly body: "strict" | "lenient" | "none"
}

const literalsOf = ({ segments }: Route): number => segments.filter((segment) => !segment.startsWith(":")).length
const isLiteral = ({ path }: Route): boolean => !path.includes(":")

/** By the number of segments, the most literal first. */
const routes = new Map<number, Array<Route>>()
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    const segments = endpoint.path.split("/").slice(1)
    const known = routes.get(segments.length) ?? []
    routes.set(segments.length, known)
    known.push({
      operation: endpoint.identifier,
      method: endpoint.method,
      path: endpoint.path,
      segments,
      body: endpoint.payload.size === 0 ? "none" : Context.get(endpoint.annotations, LenientBody) ? "lenient" : "strict"
    })
  }
})
for (const known of routes.values()) known.sort((a, b) => literalsOf(b) - literalsOf(a))

/** The endpoints of a path, one a method. None: no such path. A literal segment wins over a parameter. */
export const routesOf = (path: string): ReadonlyArray<Route> => literal.get(path) ?? routesFor(path)

const routesFor = (path: string): ReadonlyArray<Route> => {
  const segments = path.split("/").slice(1)
  const known = routes.get(segments.length) ?? []
  const first = known.findIndex((route) => matches(route, segments))
  const best = known[first]
  if (best === undefined) return []
  return known.slice(first).filter((route) => route.path === best.path || sameShape(route, best, segments))
}

/** Two paths that spell a parameter in another way are one to their callers. */
const sameShape = (route: Route, best: Route, segments: ReadonlyArray<string>): boolean =>
  literalsOf(route) === literalsOf(best) && matches(route, segments)

const matches = (route: Route, segments: ReadonlyArray<string>) =>
  route.segments.every((segment, position) =>
    segment.startsWith(":") ? segments[position] !== "" : segment === segments[position]
  )

/** Of the paths without a parameter, which need not be searched for. */
const literal = new Map<string, ReadonlyArray<Route>>()
for (const known of routes.values()) {
  for (const { path } of known.filter(isLiteral)) literal.set(path, routesFor(path))
}

/** What stands in the place of each parameter, decoded; none where an escape means nothing. */
export const paramsOf = (route: Route, path: string): Readonly<Record<string, string>> | undefined => {
  const params: Record<string, string> = {}
  if (isLiteral(route)) return params
  const segments = path.split("/").slice(1)
  for (const [position, segment] of route.segments.entries()) {
    if (!segment.startsWith(":")) continue
    const value = decoded(segments[position] ?? "")
    if (value === undefined) return undefined
    params[segment.slice(1)] = value
  }
  return params
}

const decoded = (text: string): string | undefined => {
  if (!text.includes("%")) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
